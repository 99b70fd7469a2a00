package io.vlag.engine.state;

import io.vlag.offheap.ColdPath;
import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;
import java.util.BitSet;

/** The CPUs each task may run on: one bit a CPU, 64 CPUs a word. */
@HotPath
public final class AffinityTable {
    private final long base;
    private final int wordsPerTask;

    public AffinityTable(long at, int cpuCount) {
        this.base = at;
        this.wordsPerTask = wordsPerTask(cpuCount);
    }

    public static long reserve(SlabPlan plan, int taskCount, int cpuCount) {
        return plan.reserve("affinity", (long) wordsPerTask(cpuCount) * Long.BYTES, taskCount);
    }

    private static int wordsPerTask(int cpuCount) {
        return (cpuCount + Long.SIZE - 1) / Long.SIZE;
    }

    public boolean allows(int task, int cpu) {
        return (Memory.getLong(wordAt(task, cpu >>> 6)) & (1L << cpu)) != 0;
    }

    /** Whether the task may run on one CPU only. */
    public boolean isPinned(int task) {
        int cpus = 0;
        for (int word = 0; word < wordsPerTask; word++) {
            cpus += Long.bitCount(Memory.getLong(wordAt(task, word << 6)));
        }
        return cpus == 1;
    }

    /** Replaces the set of one task. */
    @ColdPath
    public void set(int task, BitSet cpus) {
        final long[] words = cpus.toLongArray();
        for (int word = 0; word < wordsPerTask; word++) {
            setWord(task, word, word < words.length ? words[word] : 0);
        }
    }

    public long word(int task, int word) {
        return Memory.getLong(wordAt(task, word << 6));
    }

    public void setWord(int task, int word, long bits) {
        Memory.putLong(wordAt(task, word), bits);
    }

    public int wordsPerTask() {
        return wordsPerTask;
    }

    private long wordAt(int task, int word) {
        return base + ((long) task * wordsPerTask + word) * Long.BYTES;
    }
}
