import { posix } from 'node:path'
import { importsOf } from './imports'
import { isCode, type SourceTree } from './source-tree'

/** That one file imports another of ours (`to`) or a package (`package`, its name without the path inside it). */
export interface Edge {
  readonly from: string
  readonly specifier: string
  readonly typeOnly: boolean
  readonly to?: string
  readonly package?: string
}

export interface ImportGraph {
  readonly edges: readonly Edge[]
  /** Imports that lead nowhere, or whose target is computed: sentences. */
  readonly unknown: readonly string[]
}

const ENDINGS = ['', '.ts', '.tsx', '.mjs', '.js', '.d.mts', '/index.ts', '/index.tsx']
/** Made by a tool, so not in the tree. */
const GENERATED = 'lib/platform/db/generated/'

/** All imports among the files of the tree. */
export function importGraphOf(tree: SourceTree): ImportGraph {
  const edges: Edge[] = []
  const unknown: string[] = []
  for (const [from, source] of tree) {
    if (!isCode(from)) continue
    for (const { specifier, typeOnly } of importsOf(from, source)) {
      if (specifier === null) {
        unknown.push(`${from} imports something computed`)
        continue
      }
      const path = pathOf(from, specifier)
      const to = path === null ? null : fileAt(path, tree)
      if (path === null) edges.push({ from, specifier, typeOnly, package: packageOf(specifier) })
      else if (to === null) unknown.push(`${from} imports ${specifier}, which is no file`)
      else edges.push({ from, specifier, typeOnly, to })
    }
  }
  return { edges, unknown }
}

/** The path from the root that a specifier means, by the alias or relatively; null for a package. */
function pathOf(from: string, specifier: string): string | null {
  if (specifier.startsWith('@/')) return posix.normalize(specifier.slice(2))
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : null
}

function fileAt(path: string, tree: SourceTree): string | null {
  if (path.startsWith(GENERATED)) return path
  return ENDINGS.map((ending) => path + ending).find((candidate) => tree.has(candidate)) ?? null
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
