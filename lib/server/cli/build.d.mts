/** Makes the build where none fits the sources. Throws a sentence where that fails. `say` is called before it begins. */
export function ensureBuild(say?: () => void): void
