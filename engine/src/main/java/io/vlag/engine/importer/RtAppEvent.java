package io.vlag.engine.importer;

import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;

/**
 * One event of a phase, as a step.
 *
 * @param key dotted path of its key
 */
record RtAppEvent(Step step, SourcePosition at, String key) {}
