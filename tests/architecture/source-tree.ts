import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Files by their path from the repository's root, with forward slashes. Checks take one, so tests can plant faults. */
export type SourceTree = ReadonlyMap<string, string>

const root = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['app', 'components', 'lib', 'prisma', 'tests']
const NOT_OURS = ['lib/platform/db/generated', 'node_modules']

export const isCode = (path: string): boolean => /\.(ts|tsx|js|jsx|mjs|cjs|mts|cts)$/.test(path)

/** The project's own text files: the source folders, and what lies at the root itself. */
export function readSourceTree(): SourceTree {
  const atRoot = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isCode(entry.name) && !entry.name.startsWith('next-env'))
    .map((entry) => entry.name)
  const paths = [...atRoot, ...FOLDERS.flatMap(filesIn)]
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/** Names of the folders at the root, without hidden ones and what tools write there. */
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
