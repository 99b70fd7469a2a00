package io.vlag.jmh;

import io.vlag.offheap.EventQueue;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Question: what does it cost to take the next event and arm its slot again, and to move an event
 * that is not next, as the number of sources grows?
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(3)
public class EventQueueBenchmark {
    private static final int INPUTS = 1024;
    private static final long SEED = 1;
    private static final long DELAY_NS_BOUND = 4_000_000; // one tick at 250 Hz

    @Param({"16", "64", "256"})
    int slotCount;

    private final long[] delaysNs = new long[INPUTS];
    private final int[] slots = new int[INPUTS];
    private Slab slab;
    private EventQueue queue;
    private PriorityQueue<Event> heap;
    private Event[] pending;

    private record Event(long timeNs, int slot) {
        static final Comparator<Event> ORDER =
                (a, b) -> {
                    final int byTime = Long.compare(a.timeNs, b.timeNs);
                    return byTime != 0 ? byTime : Integer.compare(a.slot, b.slot);
                };
    }

    /** Arms every slot, in both queues alike. */
    @Setup(Level.Iteration)
    public void arm() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final SlabPlan plan = new SlabPlan();
        final long offset = EventQueue.reserve(plan, slotCount);
        slab = plan.allocate();
        queue = new EventQueue(slab.at(offset), slotCount);
        queue.init();
        heap = new PriorityQueue<>(Event.ORDER);
        pending = new Event[slotCount];
        for (int slot = 0; slot < slotCount; slot++) {
            final long timeNs = random.nextLong(DELAY_NS_BOUND);
            queue.schedule(slot, timeNs);
            pending[slot] = new Event(timeNs, slot);
            heap.add(pending[slot]);
        }
        for (int i = 0; i < INPUTS; i++) {
            delaysNs[i] = random.nextLong(DELAY_NS_BOUND);
            slots[i] = random.nextInt(slotCount);
        }
    }

    @TearDown(Level.Iteration)
    public void release() {
        slab.close();
    }

    /** The next event's slot is armed again: each round depends on the one before. */
    @Benchmark
    @OperationsPerInvocation(INPUTS)
    public long nextAndRearm() {
        long nowNs = 0;
        for (int i = 0; i < INPUTS; i++) {
            nowNs = queue.nextTimeNs();
            queue.schedule(queue.nextSlot(), nowNs + delaysNs[i]);
        }
        return nowNs;
    }

    /** Baseline of {@link #nextAndRearm}. */
    @Benchmark
    @OperationsPerInvocation(INPUTS)
    public long nextAndRearmPriorityQueue() {
        long nowNs = 0;
        for (int i = 0; i < INPUTS; i++) {
            final Event next = heap.poll();
            nowNs = next.timeNs();
            heap.add(new Event(nowNs + delaysNs[i], next.slot()));
        }
        return nowNs;
    }

    /**
     * Any slot's event is moved, then the next one is looked at, as when a task's run end changes.
     */
    @Benchmark
    @OperationsPerInvocation(INPUTS)
    public long moveAny() {
        long sum = 0;
        for (int i = 0; i < INPUTS; i++) {
            queue.schedule(slots[i], delaysNs[i]);
            sum += queue.nextTimeNs();
        }
        return sum;
    }

    /** Baseline of {@link #moveAny}; a heap has to search for the event that is moved. */
    @Benchmark
    @OperationsPerInvocation(INPUTS)
    public long moveAnyPriorityQueue() {
        long sum = 0;
        for (int i = 0; i < INPUTS; i++) {
            final int slot = slots[i];
            heap.remove(pending[slot]);
            pending[slot] = new Event(delaysNs[i], slot);
            heap.add(pending[slot]);
            sum += heap.peek().timeNs();
        }
        return sum;
    }
}
