package io.vlag.engine.workload;

/** One instruction before it is written off-heap; operands as in {@link OpCode}. */
record Instruction(int op, int a, long b, int c) {}
