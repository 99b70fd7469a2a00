package io.vlag.engine.sim;

import io.vlag.engine.kernel.CpufreqHook;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.state.CpuOp;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.Slots;
import io.vlag.engine.state.TaskState;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.EventQueue;
import io.vlag.offheap.HotPath;

/** Takes event after event off the queue and lets whoever owns the slot handle it. */
@HotPath
final class EventLoop {
    private final SimClock clock;
    private final EventQueue events;
    private final Slots slots;
    private final TaskTable tasks;
    private final CpuTable cpus;
    private final StepRunner runner;
    private final Interrupts interrupts;
    private final FrequencyControl frequency;
    private final HardwareEvents hardware;
    private final CpufreqHook hook;

    EventLoop(
            SimClock clock,
            KernelParts parts,
            StepRunner runner,
            Interrupts interrupts,
            FrequencyControl frequency,
            HardwareEvents hardware) {
        this.clock = clock;
        this.events = parts.events();
        this.slots = parts.slots();
        this.tasks = parts.tasks();
        this.cpus = parts.cpus();
        this.runner = runner;
        this.interrupts = interrupts;
        this.frequency = frequency;
        this.hardware = hardware;
        this.hook = parts.hook();
    }

    /**
     * Handles events up to and including {@code horizonNs}, but not more than {@code eventLimit}.
     *
     * @return events handled
     */
    long runUntil(long horizonNs, long eventLimit) {
        long handled = 0;
        while (handled < eventLimit) {
            final long nowNs = events.nextTimeNs();
            if (nowNs > horizonNs) {
                clock.nowNs(horizonNs);
                break;
            }
            assert nowNs >= clock.nowNs() : nowNs;
            clock.nowNs(nowNs);
            handle(events.nextSlot(), nowNs);
            handled++;
        }
        clock.handledCount(clock.handledCount() + handled);
        return handled;
    }

    private void handle(int slot, long nowNs) {
        if (slots.isOpEnd(slot)) {
            final int cpu = slots.cpuOfOpEnd(slot);
            hook.from(cpu);
            if (cpus.op(cpu) == CpuOp.STEP) {
                runner.operationEnded(cpu, nowNs);
            } else {
                runner.wakeEnded(cpu, nowNs);
            }
            frequency.look(cpu, nowNs);
        } else if (slots.isIpi(slot)) {
            final int cpu = slots.cpuOfIpi(slot);
            hook.from(cpu);
            interrupts.ipi(cpu, nowNs);
            frequency.look(cpu, nowNs);
        } else if (slots.isTick(slot)) {
            final int cpu = slots.cpuOfTick(slot);
            hook.from(cpu);
            interrupts.tick(cpu, nowNs);
            frequency.look(cpu, nowNs);
        } else if (slots.isSlice(slot)) {
            final int cpu = slots.cpuOfSlice(slot);
            hook.from(cpu);
            interrupts.sliceTimer(cpu, nowNs);
            frequency.look(cpu, nowNs);
        } else if (slots.isReserve(slot)) {
            final int cpu = slots.cpuOfReserve(slot);
            hook.from(cpu);
            interrupts.reserve(cpu, nowNs);
            frequency.look(cpu, nowNs);
        } else if (slots.isDomain(slot)) {
            frequency.transition(slot, nowNs);
        } else if (slots.isQuota(slot)) {
            final int cpu = interrupts.cpuOfQuota(slot);
            hook.from(cpu);
            interrupts.quotaTimer(cpu, slot, nowNs);
            frequency.look(cpu, nowNs);
        } else {
            rare(slot, nowNs);
        }
    }

    private void rare(int slot, long nowNs) {
        if (slots.isCeiling(slot)) {
            hardware.ceiling(slots.ceilingOf(slot), nowNs);
        } else if (slots.isZone(slot)) {
            hardware.zone(slots.zoneOf(slot), nowNs);
        } else if (slots.isCore(slot)) {
            hardware.core(slots.cpuOfCore(slot), nowNs);
        } else {
            timer(slots.taskOfTimer(slot), nowNs);
        }
    }

    private void timer(int task, long nowNs) {
        hook.from(tasks.cpu(task));
        if (tasks.state(task) == TaskState.NEW) {
            interrupts.start(task, nowNs);
        } else {
            final int cpu = tasks.cpu(task);
            interrupts.timer(task, nowNs);
            frequency.look(cpu, nowNs);
        }
    }
}
