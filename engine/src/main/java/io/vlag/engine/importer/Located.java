package io.vlag.engine.importer;

import io.vlag.engine.config.SourcePosition;

/**
 * A value and where it was written.
 *
 * @param key dotted path of its key
 */
record Located<T>(T value, SourcePosition at, String key) {}
