package io.vlag.engine.config;

import java.util.List;
import java.util.Optional;

/**
 * A machine with its variants.
 *
 * @param variants at least one, in the order of the file; the first is the default
 */
public record MachineFile(String name, String title, List<MachineSpec> variants) {
    public MachineFile {
        variants = List.copyOf(variants);
    }

    public Optional<MachineSpec> variant(String variant) {
        return variants.stream().filter(spec -> spec.variant().equals(variant)).findFirst();
    }

    public List<String> variantNames() {
        return variants.stream().map(MachineSpec::variant).toList();
    }
}
