import type { UsageMark } from '@/lib/money/usage'

/** Kinds of events of a wallet, most important first. */
export const MARK_KINDS = [
  'outside',
  'top-up',
  'price',
  'budget',
] as const satisfies readonly UsageMark['kind'][]
export type MarkKind = (typeof MARK_KINDS)[number]

/** An event, in words. */
export type MarkWords = Pick<UsageMark, 'kind' | 'text'>

/** Sign of each kind, the same on every chart. */
export const MARK_SIGNS: Readonly<Record<MarkKind, string>> = {
  outside: '▼',
  'top-up': '▲',
  price: '◆',
  budget: '■',
}

export const MARK_NAMES: Readonly<Record<MarkKind, string>> = {
  outside: 'Outside spend',
  'top-up': 'Top-up',
  price: 'Price',
  budget: 'Budget',
}

/** Returns the colour of a kind: red means loss only. */
export const markColor = (kind: MarkKind): string =>
  kind === 'outside' ? 'var(--bad)' : 'var(--mantine-color-dimmed)'

/** Returns the kinds of some marks, most important first. */
export const kindsOf = (marks: readonly { readonly kind: MarkKind }[]): readonly MarkKind[] =>
  MARK_KINDS.filter((kind) => marks.some((mark) => mark.kind === kind))
