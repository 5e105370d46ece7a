/** A build: its folder, the script that makes it, and its sources. */
export interface BuildProject {
  readonly folder: string
  /** Returns a hash of the sources. */
  hash(): string
  /** Files that must exist; if one is missing, the build is made again. */
  readonly outputs?: readonly string[]
  /** Path of the script, which Node runs with the argument `build`. */
  readonly script: string
  /** Runs after the script has succeeded. */
  finish?(): Promise<void>
}

/**
 * Makes the build unless one already fits the sources. If another process is making it, waits for that one. `serves`
 * notes that this process will serve from it, and `say` is called before a build begins. Throws an error with a
 * message for the operator.
 */
export function ensureBuild(options?: {
  say?: () => void
  serves?: boolean
  project?: BuildProject
}): Promise<void>

/** Returns the key from which, with file and name, Next makes the ids of server actions: the same for every build. */
export function keyOfActionIds(): string
