import { isSyntaxNode, type SyntaxNode, syntaxNodesOf } from './syntax'

/** One import, export-from, import(), require() or import type of a file. */
export interface Import {
  /** As written; null if it is computed, so that the target cannot be known. */
  readonly specifier: string | null
  /** True if the compiler removes it. */
  readonly typeOnly: boolean
}

/** Cached by the file's path and text, because several rules read the imports of the whole project. */
const known = new Map<string, readonly Import[]>()

/** Returns everything that a file imports, in the order of its text. */
export function importsOf(path: string, source: string): readonly Import[] {
  const file = `${path}\n${source}`
  const imports = known.get(file) ?? syntaxNodesOf(path, source).flatMap((node) => importIn(node) ?? [])
  known.set(file, imports)
  return imports
}

function importIn(node: SyntaxNode): Import | null {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return isSyntaxNode(node.source) ? { specifier: textOf(node.source), typeOnly: isTypeOnly(node) } : null
    case 'TsImportType':
      return { specifier: textOf(node.argument), typeOnly: true }
    case 'TsExternalModuleReference':
      return { specifier: textOf(node.expression), typeOnly: false }
    case 'CallExpression':
      return isImportCall(node) ? { specifier: textOf(firstArgument(node)), typeOnly: false } : null
    default:
      return null
  }
}

/** Matches `import type {…}` and `import { type A, type B }`, which leave nothing at run time. */
function isTypeOnly({ typeOnly, specifiers }: SyntaxNode): boolean {
  if (typeOnly === true) return true
  if (!Array.isArray(specifiers) || specifiers.length === 0) return false
  return specifiers.every((specifier: unknown) => isSyntaxNode(specifier) && specifier.isTypeOnly === true)
}

const isImportCall = ({ callee }: SyntaxNode): boolean =>
  isSyntaxNode(callee) &&
  (callee.type === 'Import' || (callee.type === 'Identifier' && callee.value === 'require'))

function firstArgument(call: SyntaxNode): unknown {
  const [first]: unknown[] = Array.isArray(call.arguments) ? call.arguments : []
  return typeof first === 'object' && first !== null && 'expression' in first ? first.expression : null
}

function textOf(node: unknown): string | null {
  if (!isSyntaxNode(node)) return null
  if (node.type === 'StringLiteral' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis) || node.quasis.length !== 1) return null
  const [only]: unknown[] = node.quasis
  return isSyntaxNode(only) && typeof only.cooked === 'string' ? only.cooked : null
}
