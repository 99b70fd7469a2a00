package io.vlag.engine.cli;

import io.vlag.engine.sim.Reading;
import io.vlag.hw.ClusterPlan;
import io.vlag.hw.DomainPlan;
import io.vlag.hw.IdleStatePlan;
import io.vlag.hw.MachinePlan;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import tools.jackson.core.JsonGenerator;

/** Where clocks and idle states were spent: the hardware's part of a run in JSON. */
final class HardwareJson {
    private static final long NJ_PER_UJ = 1_000;

    private final JsonGenerator json;
    private final Window window;
    private final MachinePlan machine;

    HardwareJson(JsonGenerator json, Window window) {
        this.json = json;
        this.window = window;
        this.machine = window.run().plan().machine();
    }

    void write() {
        json.writeArrayPropertyStart("domains");
        for (int domain = 0; domain < machine.domainCount(); domain++) {
            domain(domain, machine.domains().get(domain));
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("clusters");
        for (int cluster = 0; cluster < machine.clusters().size(); cluster++) {
            cluster(cluster, machine.clusters().get(cluster));
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("thermalZones");
        for (int zone = 0; zone < machine.thermalZones().size(); zone++) {
            json.writeStartObject();
            json.writeStringProperty("name", machine.thermalZones().get(zone).name());
            json.writeNumberProperty("milliC", window.run().after().zoneMilliC().get(zone));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void domain(int index, DomainPlan plan) {
        final Reading.DomainReading before = window.run().before().domains().get(index);
        final Reading.DomainReading after = window.run().after().domains().get(index);
        json.writeStartObject();
        json.writeStringProperty("name", plan.name());
        json.writeArrayPropertyStart("cpus");
        for (final int cpu : machine.cpusOfDomain(index)) {
            json.writeNumber(cpu);
        }
        json.writeEndArray();
        json.writeNumberProperty("energyUj", (after.energyNj() - before.energyNj()) / NJ_PER_UJ);
        json.writeNumberProperty("transitions", after.transitions() - before.transitions());
        GovernorFigures.of(window, index).write(json);
        json.writeArrayPropertyStart("opps");
        for (int opp = 0; opp < plan.opps().size(); opp++) {
            json.writeStartObject();
            json.writeNumberProperty("khz", plan.opps().get(opp).khz());
            json.writeNumberProperty("ns", after.oppNs().get(opp) - before.oppNs().get(opp));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void cluster(int index, ClusterPlan plan) {
        final Reading.ClusterReading before = window.run().before().clusters().get(index);
        final Reading.ClusterReading after = window.run().after().clusters().get(index);
        json.writeStartObject();
        json.writeStringProperty("name", plan.name());
        json.writeArrayPropertyStart("cpus");
        IntStream.of(machine.cpusOfCluster(index)).forEach(json::writeNumber);
        json.writeEndArray();
        json.writeNumberProperty("energyUj", (after.energyNj() - before.energyNj()) / NJ_PER_UJ);
        json.writeArrayPropertyStart("idleStates");
        for (int state = 0; state < plan.idleStates().size(); state++) {
            json.writeStartObject();
            json.writeStringProperty("name", plan.idleStates().get(state).name());
            json.writeNumberProperty(
                    "ns", after.states().get(state).ns() - before.states().get(state).ns());
            json.writeNumberProperty(
                    "stays",
                    after.states().get(state).stays() - before.states().get(state).stays());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Idle states of one CPU, as a property of the object that is open. */
    static void idleStates(JsonGenerator json, Window window, int cpu) {
        final List<IdleStatePlan> plans =
                window.run().plan().machine().coreTypeOf(cpu).idleStates();
        json.writeArrayPropertyStart("idleStates");
        for (int state = 0; state < plans.size(); state++) {
            json.writeStartObject();
            json.writeStringProperty("name", plans.get(state).name());
            number(json, "ns", window, cpu, state, Reading.StateReading::ns);
            number(json, "stays", window, cpu, state, Reading.StateReading::stays);
            number(json, "tooDeep", window, cpu, state, Reading.StateReading::tooDeep);
            number(json, "tooShallow", window, cpu, state, Reading.StateReading::tooShallow);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void number(
            JsonGenerator json,
            String key,
            Window window,
            int cpu,
            int state,
            Function<Reading.StateReading, Long> counter) {
        json.writeNumberProperty(
                key, window.cpu(cpu, reading -> counter.apply(reading.idleStates().get(state))));
    }
}
