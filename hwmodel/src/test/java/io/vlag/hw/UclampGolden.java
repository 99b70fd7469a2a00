package io.vlag.hw;

import io.vlag.golden.GoldenFile;
import io.vlag.golden.GoldenRow;
import io.vlag.golden.RowReplay;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import java.util.HashSet;
import java.util.Set;

/** One run queue per recorded sequence. */
final class UclampGolden implements RowReplay {
    private final int bucketCount;
    private final UclampBuckets clamps;
    private final Slab slab;
    private final long at;
    private final Set<String> queued = new HashSet<>();
    private String seq = "";

    UclampGolden(GoldenFile file) {
        bucketCount = Integer.parseInt(file.stem().replaceFirst("^[^0-9]*", ""));
        clamps = new UclampBuckets(bucketCount);
        final SlabPlan plan = new SlabPlan();
        final long offset = plan.reserve("uclamp", clamps.bytes(), 1);
        slab = plan.allocate();
        at = slab.at(offset);
    }

    @Override
    public void replay(GoldenRow row) {
        row.ignore("step");
        if (!row.word("seq").equals(seq)) {
            seq = row.word("seq");
            queued.clear();
            clamps.init(at);
        }
        final int min = row.int32("req_min");
        final int max = row.int32("req_max");
        final String task = row.word("task") + " " + min + " " + max;
        switch (row.word("op")) {
            case "inc" -> {
                if (!queued.add(task)) {
                    throw new IllegalArgumentException("task is queued already");
                }
                clamps.inc(at, min, max);
            }
            case "dec" -> {
                if (!queued.remove(task)) {
                    throw new IllegalArgumentException("task did not come with these clamps");
                }
                clamps.dec(at, min, max);
            }
            default -> throw new IllegalArgumentException("unknown operation " + row.word("op"));
        }
        row.expect("bucket_min", clamps.bucketOf(min));
        row.expect("bucket_max", clamps.bucketOf(max));
        row.expect("rq_min", clamps.value(at, UclampBuckets.MIN));
        row.expect("rq_max", clamps.value(at, UclampBuckets.MAX));
        row.expect("rq_idle_flag", clamps.isIdle(at));
        for (int bucket = 0; bucket < bucketCount; bucket++) {
            expectBucket(row, "min_b" + bucket, UclampBuckets.MIN, bucket);
            expectBucket(row, "max_b" + bucket, UclampBuckets.MAX, bucket);
        }
    }

    private void expectBucket(GoldenRow row, String name, int clamp, int bucket) {
        row.expect(name + "_tasks", clamps.tasks(at, clamp, bucket));
        row.expect(name + "_value", clamps.bucketValue(at, clamp, bucket));
    }

    @Override
    public void close() {
        slab.close();
    }
}
