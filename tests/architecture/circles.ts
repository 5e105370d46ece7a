import { importGraphOf } from './import-graph'
import type { SourceTree } from './source-tree'
import { roomOf } from './storeys'

/** Returns files that import each other, directly or indirectly and including types: one line per cycle, as a path. */
export const circlesOf = (tree: SourceTree): string[] =>
  circlesIn(importGraphOf(tree).edges.flatMap(({ from, to }) => (to === undefined ? [] : [[from, to]])))

/** Returns rooms of lib/ that import each other, directly or indirectly: one line per cycle. */
export function roomCirclesOf(tree: SourceTree): string[] {
  const arrows = importGraphOf(tree).edges.flatMap(({ from, to = '' }): Arrow[] => {
    const [importer, imported] = [roomOf(from), roomOf(to)]
    return importer && imported && importer !== imported ? [[importer, imported]] : []
  })
  return circlesIn(arrows)
}

type Arrow = readonly [from: string, to: string]

function circlesIn(arrows: readonly Arrow[]): string[] {
  const targets = new Map<string, string[]>()
  for (const [from, to] of arrows) targets.set(from, [...(targets.get(from) ?? []), to])

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
