import { importGraphOf } from './import-graph'
import { isCode, type SourceTree } from './source-tree'

/**
 * Packages that no browser may load: a validator of a hundred kilobytes, and what only the server can use.
 */
const SERVER_ONLY = /^(zod|luxon|pino|undici|node:.+|@prisma\/.+)$/
const begins = (source: string | undefined, directive: string): boolean =>
  new RegExp(`^\\s*['"]use ${directive}['"]`).test(source ?? '')

/** Returns each server package that browser code loads, directly or indirectly, as a path. */
export function clientPackageFaultsOf(tree: SourceTree): string[] {
  const edges = importGraphOf(tree).edges.filter(({ typeOnly }) => !typeOnly)
  const faults: string[] = []
  const seen = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    // A browser gets the addresses of server actions, not their code.
    if (seen.has(file) || begins(tree.get(file), 'server')) return
    seen.add(file)
    for (const edge of edges.filter(({ from }) => from === file)) {
      if (SERVER_ONLY.test(edge.package ?? '')) faults.push([...path, file, edge.package].join(' -> '))
      if (edge.to) visit(edge.to, [...path, file])
    }
  }
  for (const [file, source] of tree) if (isCode(file) && begins(source, 'client')) visit(file, [])
  return faults
}
