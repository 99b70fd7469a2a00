package io.vlag.engine.workload;

import io.vlag.engine.config.ConfigException;
import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.PipeSpec;
import io.vlag.engine.config.Problem;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.config.UtilClamp;
import io.vlag.engine.config.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Turns the steps of a workload into instructions, and its names into indices. */
public final class ProgramCompiler {
    private final Workload workload;
    private final List<Instruction> code = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();
    private final Map<String, Integer> syncObjects = new HashMap<>();
    private final Map<String, Integer> barrierParties = new HashMap<>();
    private final Map<String, Integer> pipes = new HashMap<>();
    private final Map<String, Integer> templates = new HashMap<>();
    private final List<CpuSet> affinities = new ArrayList<>();
    private boolean forks;
    private boolean clamps;

    // of the template being compiled
    private TaskTemplate template;
    private final Map<String, Integer> ownTimers = new HashMap<>();
    private int loopCount;
    private final Set<String> barriersOfTemplate = new HashSet<>();

    private ProgramCompiler(Workload workload) {
        this.workload = workload;
        this.template = workload.tasks().getFirst();
    }

    /**
     * Compiles every template.
     *
     * @throws ConfigException when a step names a pipe or a template that does not exist; all such
     *     steps at once
     */
    public static CompiledWorkload compile(Workload workload) {
        return new ProgramCompiler(workload).compile();
    }

    private CompiledWorkload compile() {
        for (int index = 0; index < workload.pipes().size(); index++) {
            pipes.put(workload.pipes().get(index).name(), index);
        }
        final int count = workload.tasks().size();
        for (int index = 0; index < count; index++) {
            templates.putIfAbsent(workload.tasks().get(index).name(), index);
        }
        final int[] entryOf = new int[count];
        final int[] ownTimerCountOf = new int[count];
        final int[] loopCountOf = new int[count];
        for (int index = 0; index < count; index++) {
            template = workload.tasks().get(index);
            ownTimers.clear();
            loopCount = 0;
            barriersOfTemplate.clear();
            entryOf[index] = code.size();
            clamps |= template.clamp().isSet();
            compileSteps(template.steps());
            emit(OpCode.EXIT, 0, 0, 0);
            ownTimerCountOf[index] = ownTimers.size();
            loopCountOf[index] = loopCount;
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        final int[] partyCounts = new int[syncObjects.size()];
        barrierParties.forEach(
                (name, parties) ->
                        partyCounts[Objects.requireNonNull(syncObjects.get(name), name)] = parties);
        return new CompiledWorkload(
                workload,
                List.copyOf(code),
                entryOf,
                ownTimerCountOf,
                loopCountOf,
                workload.pipes().stream().mapToInt(PipeSpec::slotCount).toArray(),
                syncObjects.size(),
                partyCounts,
                List.copyOf(affinities),
                forks,
                clamps);
    }

    private void compileSteps(List<Step> steps) {
        for (Step step : steps) {
            compileStep(step);
        }
    }

    private void compileStep(Step step) {
        switch (step) {
            case Step.Run(long workNs, int memoryMilli) -> emit(OpCode.RUN, memoryMilli, workNs, 0);
            case Step.RunFor(long cpuNs) -> emit(OpCode.RUN_FOR, 0, cpuNs, 0);
            case Step.Sleep(long durationNs, boolean ioWait) ->
                    emit(OpCode.SLEEP, ioWait ? 1 : 0, durationNs, 0);
            case Step.Timer timer -> compileTimer(timer);
            case Step.Suspend(String event) -> emit(OpCode.SUSPEND, sync("event", event), 0, 0);
            case Step.Resume(String event) -> emit(OpCode.RESUME, sync("event", event), 0, 0);
            case Step.Lock(String mutex) -> emit(OpCode.LOCK, sync("mutex", mutex), 0, 0);
            case Step.Unlock(String mutex) -> emit(OpCode.UNLOCK, sync("mutex", mutex), 0, 0);
            case Step.Wait(String condition, String mutex) ->
                    emit(OpCode.WAIT, sync("condition", condition), 0, sync("mutex", mutex));
            case Step.Signal(String condition) ->
                    emit(OpCode.SIGNAL, sync("condition", condition), 0, 0);
            case Step.Broadcast(String condition) ->
                    emit(OpCode.RESUME, sync("condition", condition), 0, 0);
            case Step.SignalAndWait(String condition, String mutex) ->
                    emit(
                            OpCode.SIGNAL_AND_WAIT,
                            sync("condition", condition),
                            0,
                            sync("mutex", mutex));
            case Step.Barrier(String barrier) -> compileBarrier(barrier);
            case Step.Yield() -> emit(OpCode.YIELD, 0, 0, 0);
            case Step.Fork(String task) -> compileFork(task);
            case Step.PipeWrite(String pipe, long instructions) ->
                    emit(OpCode.PIPE_WRITE, pipe(pipe), instructions, 0);
            case Step.PipeRead(String pipe, long instructions) ->
                    emit(OpCode.PIPE_READ, pipe(pipe), instructions, 0);
            case Step.YieldTo(String task) ->
                    emit(OpCode.YIELD_TO, Math.max(0, target("yieldTo", task) - 1), 0, 0);
            case Step.Exec() -> emit(OpCode.EXEC, 0, 0, 0);
            case Step.Exit() -> emit(OpCode.EXIT, 0, 0, 0);
            case Step.SetNice(int nice, String task) ->
                    emit(OpCode.SET_NICE, nice, 0, target("setNice", task));
            case Step.SetAffinity(CpuSet cpus, String task) -> {
                affinities.add(cpus);
                emit(OpCode.SET_AFFINITY, affinities.size() - 1, 0, target("setCpus", task));
            }
            case Step.SetPolicy(SchedPolicy policy, int level, boolean reset, String task) ->
                    emit(
                            OpCode.SET_POLICY,
                            policy.ordinal() | (reset ? OpCode.RESET_ON_FORK : 0),
                            level,
                            target("setPolicy", task));
            case Step.SetSlice(long sliceNs, String task) ->
                    emit(OpCode.SET_SLICE, 0, sliceNs, target("setSlice", task));
            case Step.FrameStart(String name) -> emit(OpCode.FRAME_START, frames(name), 0, 0);
            case Step.FrameEnd(String name) -> emit(OpCode.FRAME_END, frames(name), 0, 0);
            case Step.CpuLoad(int load, long sliceNs, long callNs) ->
                    emit(OpCode.CPU_LOAD, load, sliceNs, Math.toIntExact(callNs));
            case Step.SetUclamp(UtilClamp clamp, String task) -> {
                clamps = true;
                emit(OpCode.SET_UCLAMP, clamp.min(), clamp.max(), target("setUclamp", task));
            }
            case Step.Loop(long count, List<Step> body) -> compileLoop(count, body);
        }
    }

    private void compileTimer(Step.Timer timer) {
        final int grid = timer.keepsGrid() ? OpCode.TIMER_GRID : 0;
        if (timer.shared()) {
            emit(OpCode.TIMER, sync("timer", timer.timer()), timer.periodNs(), grid);
        } else {
            final int own = ownTimers.computeIfAbsent(timer.timer(), name -> ownTimers.size());
            emit(OpCode.TIMER, own, timer.periodNs(), grid | OpCode.TIMER_OWN);
        }
    }

    private void compileBarrier(String barrier) {
        final int object = sync("barrier", barrier);
        final String key = key("barrier", barrier);
        if (barriersOfTemplate.add(key)) { // once a template, however often it uses it
            barrierParties.merge(key, template.instanceCount(), Integer::sum);
        }
        emit(OpCode.BARRIER, object, 0, 0);
    }

    private void compileFork(String task) {
        final Integer target = templates.get(task);
        if (target == null) {
            unknownTask("fork", task);
            return;
        }
        forks = true;
        emit(OpCode.FORK, target, 0, 0);
    }

    /** Whom a step changes: {@link OpCode#ITSELF}, or a template plus one. */
    private int target(String step, String task) {
        if (task.equals(Step.ITSELF)) {
            return OpCode.ITSELF;
        }
        final Integer target = templates.get(task);
        if (target == null) {
            unknownTask(step, task);
            return OpCode.ITSELF;
        }
        return target + 1;
    }

    private void unknownTask(String step, String task) {
        problem(
                "%s: task \"%s\" is not known; name one of %s"
                        .formatted(step, task, templates.keySet()));
    }

    private void compileLoop(long count, List<Step> body) {
        if (count == 0) {
            return;
        }
        final int counter = loopCount++;
        emit(OpCode.LOOP_START, counter, count, 0);
        final int start = code.size();
        compileSteps(body);
        emit(OpCode.LOOP_END, counter, 0, start);
    }

    private int frames(String name) {
        for (int index = 0; index < workload.frames().size(); index++) {
            if (workload.frames().get(index).name().equals(name)) {
                return index;
            }
        }
        problem(
                "frames \"%s\" are not declared; declare them among the frames of the workload"
                        .formatted(name));
        return 0;
    }

    private int pipe(String name) {
        final Integer index = pipes.get(name);
        if (index == null) {
            problem(
                    "pipe \"%s\" is not declared; declare it among the pipes of the workload"
                            .formatted(name));
            return 0;
        }
        return index;
    }

    private int sync(String kind, String name) {
        return syncObjects.computeIfAbsent(key(kind, name), key -> syncObjects.size());
    }

    private static String key(String kind, String name) {
        return kind + ":" + name;
    }

    private void emit(int op, int a, long b, int c) {
        code.add(new Instruction(op, a, b, c));
    }

    private void problem(String message) {
        problems.add(new Problem(template.position(), "tasks." + template.name(), message));
    }
}
