/**
 * Node's arguments for a program of ours that a test starts. Such a program lives for seconds, and to compile Prisma's
 * WebAssembly a second time, for speed, takes a third of a start's processor time. What it forks has them too.
 */
export const QUICK_NODE: readonly string[] = ['--liftoff-only']
