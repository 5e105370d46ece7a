/**
 * Node's arguments for our programs in tests. Such a program lives for seconds, and compiling Prisma's WebAssembly a
 * second time, for speed, takes a third of a start's processor time. Forked processes inherit them.
 */
export const QUICK_NODE: readonly string[] = ['--liftoff-only']
