package io.vlag.hw;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class MachinePlanTest {
    @Test
    void namesEveryProblemAtOnce() {
        final CoreTypePlan type = new CoreTypePlan("x", 0, 14, 520, -1, List.of());
        final DomainPlan domain =
                new DomainPlan("d", List.of(new Opp(2000, 800, 1024), new Opp(2000, 0, 1000)), 0);
        final IllegalArgumentException thrown =
                assertThrows(
                        IllegalArgumentException.class,
                        () ->
                                new MachinePlan(
                                        "odd",
                                        true,
                                        List.of(new CpuPlan(1025, 1, 0, 0, 0, -2, 0)),
                                        List.of(type),
                                        List.of(domain),
                                        0));
        assertEquals(
                """
                machine odd:
                  coreTypes[0].ipcMilli: 0 is outside 1..16000
                  coreTypes[0].userIpcMilli: 0 is outside 1..16000
                  coreTypes[0].staticUw: -1 is outside 0..1000000000000
                  coreTypes[0].idleStates: empty; give at least the shallowest state, such as WFI
                  domains[0].opps[1].microvolt: 0 is outside 1..3000000
                  domains[0].opps[1].khz: 2000 is not above the operating point before it (2000); list operating points in rising order
                  domains[0].opps[1].capacity: 1000 is below the operating point before it (1024); capacity may not fall while the clock rises
                  cpus[0].capacity: 1025 is outside 1..1024
                  cpus[0].coreTypeIndex: 1 is outside 0..0
                  cpus[0].llcId: -2 is outside -1..2147483647\
                """,
                thrown.getMessage());
    }

    @Test
    void partsThatAreRightAloneAreHeldTogether() {
        final DomainPlan domain = new DomainPlan("d", List.of(new Opp(1000, 800_000, 512)), 0);
        final String message =
                assertThrows(
                                IllegalArgumentException.class,
                                () ->
                                        new MachinePlan(
                                                "odd",
                                                true,
                                                List.of(
                                                        new CpuPlan(512, 0, 0, 7, 0, 0, 0),
                                                        new CpuPlan(500, 0, 1, 7, 0, 0, 0)),
                                                List.of(Machines.A76),
                                                List.of(domain, domain, domain),
                                                0))
                        .getMessage();
        assertTrue(message.contains("the biggest capacity is 512"), message);
        assertTrue(
                message.contains(
                        "cpus[1].capacity: 500 differs from the top operating point of domains[1]"
                                + " (512)"),
                message);
        assertTrue(message.contains("cpus[1].physicalCoreId: 7 is shared with cpus[0]"), message);
        assertTrue(message.contains("domains[2]: no CPU belongs to it"), message);
    }

    @Test
    void domainsListTheirCpusAndOperatingPoints() {
        final MachinePlan machine = Machines.bigLittle();
        assertArrayEquals(new int[] {0, 1}, machine.cpusOfDomain(0));
        assertArrayEquals(new int[] {2}, machine.cpusOfDomain(1));
        assertEquals(2, machine.oppBase(1));
        assertEquals(5, machine.oppCount());
        assertEquals("big", machine.coreTypeOf(2).name());
    }
}
