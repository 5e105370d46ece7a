import { isCode, type SourceTree } from './source-tree'
import { isSyntaxNode, type SyntaxNode, syntaxNodesOf } from './syntax'

const METHOD =
  /\.(\w+)\s*\??\.\s*(?:find\w+|create(?:Many\w*)?|update(?:Many\w*)?|upsert|delete(?:Many)?|count|aggregate|groupBy)\s*\(/g
const SQL_WORD = /\b(SELECT|INSERT|UPDATE|DELETE|FROM|JOIN|WHERE|VALUES)\b/

/** Returns the models that the Prisma files of the tree declare. */
export const modelsOf = (tree: SourceTree): string[] =>
  [...tree]
    .filter(([path]) => /^prisma\/models\/.*\.prisma$/.test(path))
    .flatMap(([, text]) => [...text.matchAll(/^model (\w+)/gm)].flatMap((match) => match[1] ?? []))

/**
 * Returns tables that are not named by exactly one store.ts (or <what>-store.ts) of a room, in one sentence each.
 * lib/platform/db may name any. A Prisma call (`tx.attempt.create(`) or a quoted table in raw SQL counts; a relation
 * inside `include` is not detected.
 */
export function tableFaultsOf(tree: SourceTree): string[] {
  const models = modelsOf(tree)
  const namers = new Map(models.map((model) => [model, new Set<string>()]))
  for (const [path, source] of tree) {
    if (!isCode(path) || !/^(app|components|lib)\//.test(path) || path.startsWith('lib/platform/db/'))
      continue
    for (const model of tablesNamedIn(path, source, models)) namers.get(model)?.add(path)
  }
  return [...namers].flatMap(([model, files]) => faultsOf(model, [...files]))
}

function faultsOf(model: string, files: readonly string[]): string[] {
  const stores = files.filter((file) => /^lib\/(?:[^/]+\/)+(?:[a-z]+-)?store\.ts$/.test(file))
  const outside = files.filter((file) => !stores.includes(file))
  return [
    ...outside.map((file) => `${file} names the table ${model}, which only a store.ts may`),
    ...(stores.length === 0 ? [`no store.ts names the table ${model}`] : []),
    ...(stores.length > 1 ? [`the table ${model} has several stores: ${stores.join(', ')}`] : []),
  ]
}

/** Returns the models whose tables a file reads or writes. */
export function tablesNamedIn(path: string, source: string, models: readonly string[]): string[] {
  const called = [...source.matchAll(METHOD)].map((match) => match[1])
  const texts = syntaxNodesOf(path, source).flatMap(sqlIn)
  return models.filter((model) => {
    const delegate = model.charAt(0).toLowerCase() + model.slice(1)
    return called.includes(delegate) || texts.some((text) => text.includes(`"${model}"`))
  })
}

/** Returns the text of a node that is SQL: any tagged template, or text with a SQL keyword in capitals. */
function sqlIn(node: SyntaxNode): string[] {
  if (node.type === 'TaggedTemplateExpression' && isSyntaxNode(node.template)) return [textOf(node.template)]
  if (node.type !== 'TemplateLiteral' && node.type !== 'StringLiteral') return []
  const text = textOf(node)
  return SQL_WORD.test(text) ? [text] : []
}

function textOf({ value, quasis }: SyntaxNode): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(quasis)) return ''
  return quasis.map((part: unknown) => (isSyntaxNode(part) ? String(part.cooked) : '')).join(' ')
}
