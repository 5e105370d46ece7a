/** What is built, by which script, and into which folder. */
export interface BuildProject {
  readonly folder: string
  /** A hash of the sources. */
  hash(): string
  /** Files without which the build is made again. */
  readonly outputs?: readonly string[]
  /** Is run by Node with the argument `build`. */
  readonly script: string
  /** Is called when the script has ended well. */
  finish?(): Promise<void>
}

/**
 * Makes the build where none fits the sources; where another process makes one, waits for it. `serves` notes that this
 * process will serve from it. Throws a sentence where that fails. `say` is called before a build begins.
 */
export function ensureBuild(options?: {
  say?: () => void
  serves?: boolean
  project?: BuildProject
}): Promise<void>

/** What the ids of server actions are made from, besides file and name: the same for every build. */
export function keyOfActionIds(): string
