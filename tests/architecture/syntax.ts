import { parseSync } from '@swc/core'

/** A node of the syntax tree. Fields are read one by one and checked: the parser's own types name several hundred shapes. */
export interface SyntaxNode {
  readonly type: string
  readonly [field: string]: unknown
}

export const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Every node of a TypeScript or JavaScript file, parents first. Throws, naming the file, when it does not parse. */
export function syntaxNodesOf(path: string, source: string): SyntaxNode[] {
  try {
    const tsx = path.endsWith('x')
    return nodesIn(parseSync(source, { syntax: 'typescript', tsx, decorators: true, target: 'es2022' }))
  } catch (error) {
    throw new Error(`${path} does not parse`, { cause: error })
  }
}

/** A part of a syntax tree, or a list of parts, with everything inside it; parents first. */
export function nodesIn(part: unknown): SyntaxNode[] {
  const found: SyntaxNode[] = []
  collect(part, found)
  return found
}

/** One list for all: a generator in a generator would hand each node up through all its parents. */
function collect(value: unknown, found: SyntaxNode[]): void {
  if (typeof value !== 'object' || value === null) return
  if (isSyntaxNode(value)) found.push(value)
  for (const child of Object.values(value)) collect(child, found)
}
