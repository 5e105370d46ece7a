import { parseSync } from '@swc/core'

/**
 * A node of the syntax tree. Fields are checked as they are read, because the parser's own types name several hundred
 * shapes.
 */
export interface SyntaxNode {
  readonly type: string
  readonly [field: string]: unknown
}

export const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/**
 * Returns every node of a TypeScript or JavaScript file, parents first. If it does not parse, throws an error that
 * names the file.
 */
export function syntaxNodesOf(path: string, source: string): SyntaxNode[] {
  try {
    const tsx = path.endsWith('x')
    return nodesIn(parseSync(source, { syntax: 'typescript', tsx, decorators: true, target: 'es2022' }))
  } catch (error) {
    throw new Error(`${path} does not parse`, { cause: error })
  }
}

/** Returns every node in a part of a syntax tree, or in a list of parts, parents first. */
export function nodesIn(part: unknown): SyntaxNode[] {
  const found: SyntaxNode[] = []
  collect(part, found)
  return found
}

/** Collects into one list: nested generators would pass each node up through all of its parents. */
function collect(value: unknown, found: SyntaxNode[]): void {
  if (typeof value !== 'object' || value === null) return
  if (isSyntaxNode(value)) found.push(value)
  for (const child of Object.values(value)) collect(child, found)
}
