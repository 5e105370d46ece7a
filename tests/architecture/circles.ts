import { importGraphOf } from './import-graph'
import type { SourceTree } from './source-tree'

/** Files that import each other, directly or by way of others, types included: one line per circle, as a path. */
export function circlesOf(tree: SourceTree): string[] {
  const targets = new Map<string, string[]>()
  for (const { from, to } of importGraphOf(tree).edges)
    if (to !== undefined) targets.set(from, [...(targets.get(from) ?? []), to])

  const circles: string[] = []
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file)
    if (start >= 0) circles.push([...path.slice(start), file].join(' -> '))
    if (start >= 0 || done.has(file)) return
    for (const next of targets.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of targets.keys()) visit(file, [])
  return circles
}
