/**
 * Benchmarks: one question a class, a baseline beside it. Owns no product code; nothing depends on
 * it.
 *
 * <p>Build with {@code mvn -pl jmh -am package}, run with {@code java -jar
 * jmh/target/benchmarks.jar}. A quoted figure comes with its error, forks, JDK, flags, CPU and
 * commit.
 */
package io.vlag.jmh;
