import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Files by path from the repository's root, with forward slashes. Checks take one as input, so tests can plant faults.
 */
export type SourceTree = ReadonlyMap<string, string>

const root = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['app', 'components', 'lib', 'prisma', 'tests']
const NOT_OURS = ['lib/platform/db/generated', 'node_modules']

export const isCode = (path: string): boolean => /\.(ts|tsx|js|jsx|mjs|cjs|mts|cts)$/.test(path)

/** Reads the project's own text files: the source folders, and the files at the root. */
export function readSourceTree(): SourceTree {
  const atRoot = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isCode(entry.name) && !entry.name.startsWith('next-env'))
    .map((entry) => entry.name)
  const paths = [...atRoot, ...FOLDERS.flatMap(filesIn)]
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/** Returns the folders at the root, without hidden and generated ones. */
export const readTopFolders = (): string[] =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .filter(
      (name) => !['node_modules', 'test-results', 'playwright-report', 'coverage', 'shots'].includes(name),
    )

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (NOT_OURS.some((other) => path.endsWith(other))) return []
    if (entry.isDirectory()) return filesIn(path)
    return entry.isFile() ? [path] : []
  })
}
