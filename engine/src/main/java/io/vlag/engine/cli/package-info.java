/**
 * The command line: {@code vlag run}, {@code check}, {@code bench}, {@code version}.
 *
 * <p>Owns: options, exit codes, what is printed where (results to standard output, progress and
 * problems to standard error), the JSON of docs/formats/run-json.md, output directories. Never
 * does: decide anything about a simulation that an input does not say.
 */
package io.vlag.engine.cli;
