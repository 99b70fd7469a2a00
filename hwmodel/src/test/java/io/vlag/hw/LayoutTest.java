package io.vlag.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.offheap.SlabPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

class LayoutTest {
    @Test
    void recordsHaveTheirDeclaredSizes() {
        assertEquals(HwCountersLayout.BYTES, HwCountersLayout.LAYOUT.byteSize());
        assertEquals(FreqDomainLayout.BYTES, FreqDomainLayout.LAYOUT.byteSize());
        assertEquals(IdleLayout.BYTES, IdleLayout.LAYOUT.byteSize());
        assertEquals(OndemandLayout.DOMAIN_BYTES, OndemandLayout.DOMAIN.byteSize());
        assertEquals(OndemandLayout.CPU_BYTES, OndemandLayout.CPU.byteSize());
        assertEquals(EnergyLayout.BYTES, EnergyLayout.LAYOUT.byteSize());
        assertEquals(SchedutilLayout.BYTES, SchedutilLayout.LAYOUT.byteSize());
        assertEquals(IowaitBoostLayout.BYTES, IowaitBoostLayout.LAYOUT.byteSize());
        assertEquals(SlabPlan.LINE_BYTES, FreqDomainLayout.BYTES);
        assertEquals(SlabPlan.LINE_BYTES, HwCountersLayout.BYTES);
        assertEquals(SlabPlan.LINE_BYTES, EnergyLayout.BYTES);
    }

    @Test
    void buffersDoNotOverlapAndStartAtALine() {
        final SlabPlan plan = new SlabPlan();
        final MachinePlan machine = Machines.bigLittle();
        HwModel.reserve(plan, machine, Machines.paths(machine));
        Ondemand.reserve(plan, machine);
        final List<SlabPlan.Part> parts = plan.parts();
        assertEquals(11, parts.size());
        for (int i = 0; i < parts.size(); i++) {
            assertEquals(0, parts.get(i).offset() % SlabPlan.LINE_BYTES);
            assertTrue(
                    i == 0
                            || parts.get(i - 1).offset() + parts.get(i - 1).bytes()
                                    <= parts.get(i).offset());
        }
    }
}
