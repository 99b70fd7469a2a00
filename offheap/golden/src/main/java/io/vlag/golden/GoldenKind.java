package io.vlag.golden;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Kinds of recorded files: area (directory), name without version tag and extension, and the
 * modules whose code is held to them.
 */
public enum GoldenKind {
    DECAY_LOAD("pelt", "decay_load", Tag.NONE, GoldenModule.PELT),
    SEGMENTS("pelt", "segments", Tag.NONE, GoldenModule.PELT),
    AVG_SEQUENCE("pelt", "avg_sequence", Tag.NONE, GoldenModule.PELT),
    IRQ_SEQUENCE("pelt", "irq_sequence", Tag.NONE, GoldenModule.PELT),
    RQ_CLOCK("pelt", "rq_clock", Tag.NONE, GoldenModule.PELT),
    MIGRATE_LAG("pelt", "migrate_lag", Tag.NONE, GoldenModule.PELT),
    POST_INIT_UTIL("pelt", "post_init_util", Tag.VERSION, GoldenModule.PELT),
    ATTACH_DETACH_REMOVED("pelt", "attach_detach_removed", Tag.VERSION, GoldenModule.PELT),
    CPU_UTIL("pelt", "cpu_util", Tag.VERSION, GoldenModule.PELT),
    PELT_SEQUENCES("pelt", "sequences", Tag.NONE, GoldenModule.ENGINE),
    PELT_SEQUENCE("pelt", "seq_.+", Tag.VERSION, GoldenModule.ENGINE),
    UTIL_EST("util_est", "util_est", Tag.VERSION, GoldenModule.PELT),
    PRIO_TABLE("eevdf", "prio_table", Tag.NONE, GoldenModule.ENGINE),
    CALC_DELTA("eevdf", "calc_delta", Tag.VERSION, GoldenModule.ENGINE),
    SCENE("eevdf", "scene", Tag.VERSION, GoldenModule.RBTREE, GoldenModule.ENGINE),
    EEVDF_SEQUENCES("eevdf", "sequences", Tag.NONE, GoldenModule.ENGINE),
    EEVDF_SEQUENCE("eevdf", "seq_.+", Tag.VERSION, GoldenModule.ENGINE),
    MAP_UTIL("schedutil", "map_util", Tag.NONE, GoldenModule.HWMODEL),
    EFFECTIVE_UTIL("schedutil", "effective_util", Tag.VERSION, GoldenModule.HWMODEL),
    NEXT_FREQ("schedutil", "next_freq", Tag.VERSION, GoldenModule.HWMODEL),
    IOWAIT_BOOST("schedutil", "iowait_boost", Tag.NONE, GoldenModule.HWMODEL),
    EM_ENERGY("energy", "em_energy", Tag.VERSION, GoldenModule.HWMODEL),
    FITS_CAPACITY("capacity", "fits_capacity", Tag.NONE, GoldenModule.HWMODEL),
    UTIL_FITS_CPU("capacity", "util_fits_cpu", Tag.VERSION, GoldenModule.HWMODEL),
    RT_CAPACITY("capacity", "rt_capacity", Tag.VERSION, GoldenModule.HWMODEL),
    UCLAMP_BUCKETS("uclamp", "uclamp_buckets[0-9]+", Tag.NONE, GoldenModule.HWMODEL),
    GROUP_SHARES("group", "group_shares", Tag.NONE, GoldenModule.ENGINE);

    /** Whether the files of a kind name the kernel they were recorded from. */
    enum Tag {
        /** All kernels agree; a tag is allowed. */
        NONE,
        /** One file a kernel. */
        VERSION
    }

    private final String area;
    private final Pattern stem;
    private final Tag tag;
    private final List<GoldenModule> owners;

    GoldenKind(String area, String stem, Tag tag, GoldenModule... owners) {
        this.area = area;
        this.stem = Pattern.compile(stem);
        this.tag = tag;
        this.owners = List.of(owners);
    }

    /** Directory of the files. */
    public String area() {
        return area;
    }

    /** Modules that replay the files of this kind. */
    public List<GoldenModule> owners() {
        return owners;
    }

    /** Kind of a file by its area, its name without tag and extension, and whether it has a tag. */
    static Optional<GoldenKind> of(String area, String stem, boolean tagged) {
        return Stream.of(values())
                .filter(kind -> kind.area.equals(area))
                .filter(kind -> tagged || kind.tag == Tag.NONE)
                .filter(kind -> kind.stem.matcher(stem).matches())
                .findFirst();
    }
}
