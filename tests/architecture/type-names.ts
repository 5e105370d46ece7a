import { isCode, type SourceTree } from './source-tree'
import { isSyntaxNode, type SyntaxNode, syntaxNodesOf } from './syntax'

const TYPES = ['TsInterfaceDeclaration', 'TsTypeAliasDeclaration', 'TsEnumDeclaration', 'ClassDeclaration']

/** Returns type names that two files of lib/ share, one line each: a reader would take the types for one. */
export function doubleTypeNamesOf(tree: SourceTree): string[] {
  const files = new Map<string, string[]>()
  for (const [path, source] of tree) {
    if (!path.startsWith('lib/') || !isCode(path)) continue
    for (const name of typeNamesIn(path, source)) files.set(name, [...(files.get(name) ?? []), path])
  }
  return [...files]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name}: ${paths.join(', ')}`)
    .sort()
}

/** Counts each name once: an interface may be declared in parts within its file. */
const typeNamesIn = (path: string, source: string): Set<string> =>
  new Set(syntaxNodesOf(path, source).flatMap(nameOf))

function nameOf(node: SyntaxNode): string[] {
  if (!TYPES.includes(node.type)) return []
  const id = node.id ?? node.identifier
  return isSyntaxNode(id) && typeof id.value === 'string' ? [id.value] : []
}
