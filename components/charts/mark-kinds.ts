import type { UsageMark } from '@/lib/money/usage'

/** What happened to a wallet: the most important first. */
export const MARK_KINDS = [
  'outside',
  'top-up',
  'price',
  'budget',
] as const satisfies readonly UsageMark['kind'][]
export type MarkKind = (typeof MARK_KINDS)[number]

/** One thing that happened, in words. */
export type MarkWords = Pick<UsageMark, 'kind' | 'text'>

/** Each kind has its sign on every chart. */
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

/** Red is loss alone. */
export const markColor = (kind: MarkKind): string =>
  kind === 'outside' ? 'var(--bad)' : 'var(--mantine-color-dimmed)'

/** The kinds of some marks, the most important first. */
export const kindsOf = (marks: readonly { readonly kind: MarkKind }[]): readonly MarkKind[] =>
  MARK_KINDS.filter((kind) => marks.some((mark) => mark.kind === kind))
