package io.vlag.engine.config;

/**
 * A stream of frames that steps begin and end.
 *
 * @param name as steps name it
 * @param periodNs time a frame may take; twice that is its deadline, ns
 */
public record FrameSpec(String name, long periodNs) {}
