/** Makes the build where none fits the sources. Throws a sentence where that fails. `say` is called before it begins. */
export function ensureBuild(say?: () => void): void

/** What the ids of server actions are made from, besides file and name: the same for every build. */
export function keyOfActionIds(): string
