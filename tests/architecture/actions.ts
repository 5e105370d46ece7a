import type { SourceTree } from './source-tree'
import { isSyntaxNode, nodesIn, type SyntaxNode, syntaxNodesOf } from './syntax'

const ACTIONS = /^app\/(?:.+\/)?actions\.ts$/
const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration']

const DECISIONS = ['IfStatement', 'SwitchStatement', 'ThrowStatement']

/** Calls that are not verbs: they show a secret that a verb returned, or wrap an answer. */
const NO_VERBS = ['reveal', 'resolve']

/** Returns the actions that do more than parse their input, call one verb of lib/ and answer, in one sentence each. */
export const actionFaultsOf = (tree: SourceTree): string[] =>
  [...tree]
    .filter(([path]) => ACTIONS.test(path))
    .flatMap(([path, source]) => faultsIn(syntaxNodesOf(path, source)).map((what) => `${path}: ${what}`))

function faultsIn(nodes: readonly SyntaxNode[]): string[] {
  const handlers = nodes.flatMap(handlerIn)
  const imported = new Set(nodes.flatMap(importedNames))
  const strangers = nodes.filter((node) => FUNCTIONS.includes(node.type) && !handlers.includes(node))
  const module = nodes.find(({ type }) => type === 'Module')
  const aliases = (Array.isArray(module?.body) ? module.body : []).filter(
    (node: unknown) => isSyntaxNode(node) && node.type === 'VariableDeclaration',
  )
  return [
    ...aliases.map(() => 'a constant that is no action: it could carry a function past this rule'),
    ...strangers.map(() => 'a function that is no action: rules belong into lib/'),
    ...handlers.flatMap((handler) => faultsOfHandler(handler, imported)),
  ]
}

function faultsOfHandler(handler: SyntaxNode, imported: ReadonlySet<string>): string[] {
  const calls = nodesIn(handler.body).filter(({ type }) => type === 'CallExpression')
  const verbs = calls.filter((call) => !NO_VERBS.includes(calledName(call)))
  // Also looks inside an object or list that is passed, but not at what its functions call.
  const called = new Set(calls.map(({ callee }) => callee))
  const passed = calls
    .flatMap(argumentsOf)
    .flatMap((argument) => nodesIn(argument))
    .filter((node) => node.type === 'Identifier' && !called.has(node))
    .filter(({ value }) => typeof value === 'string' && imported.has(value))
  const decides = nodesIn(handler.body).some(({ type }) => DECISIONS.includes(type))
  return [
    ...(decides ? ['an action decides something: rules belong into lib/'] : []),
    ...(verbs.length === 1 ? [] : [`an action calls ${verbs.map(calledName).join(', ') || 'no verb'}`]),
    ...passed.map(({ value }) => `an action passes ${String(value)}`),
  ]
}

/** Returns the function passed to `.action(…)`. */
function handlerIn(node: SyntaxNode): SyntaxNode[] {
  if (node.type !== 'CallExpression' || calledName(node) !== 'action') return []
  return argumentsOf(node).filter(({ type }) => FUNCTIONS.includes(type))
}

/** Returns the name of what is called: the identifier, or the last one after a dot. */
function calledName({ callee }: SyntaxNode): string {
  if (!isSyntaxNode(callee)) return ''
  const name = callee.type === 'MemberExpression' ? callee.property : callee
  return isSyntaxNode(name) && typeof name.value === 'string' ? name.value : ''
}

const argumentsOf = (call: SyntaxNode): SyntaxNode[] =>
  (Array.isArray(call.arguments) ? call.arguments : []).flatMap((argument: unknown) =>
    typeof argument === 'object' && argument !== null && 'expression' in argument
      ? [argument.expression].filter(isSyntaxNode)
      : [],
  )

function importedNames({ type, specifiers }: SyntaxNode): string[] {
  if (type !== 'ImportDeclaration' || !Array.isArray(specifiers)) return []
  return specifiers.flatMap((specifier: unknown) => {
    const local = isSyntaxNode(specifier) ? specifier.local : null
    return isSyntaxNode(local) && typeof local.value === 'string' ? [local.value] : []
  })
}
