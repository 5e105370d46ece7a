import { formatCount, formatCreditsInTable, formatPercent, nanoToText, UNKNOWN_FIGURE } from '@/lib/kernel'
import type { ComparedSpend } from '@/lib/money/usage'

/** A part of the range's spend, with its name. */
export interface UsageRow extends ComparedSpend {
  readonly name: string
  /** Its part of the whole, 0 to 1. */
  readonly share: number
}

/** A column of figures: what it says in the table, and in a file, where no figure is rounded or grouped. */
export interface UsageColumn {
  readonly key: string
  readonly label: string
  text(row: UsageRow): string
  plain(row: UsageRow): string
}

const percents = (part: number): number => Math.round(part * 1000) / 10

const count = (key: string, label: string, read: (row: UsageRow) => number): UsageColumn => ({
  ...{ key, label },
  text: (row) => formatCount(read(row)),
  plain: (row) => String(read(row)),
})

/** If nothing was priced, the charge is not 0 but unknown. */
const isUnpriced = ({ nano, items, unpricedItems }: UsageRow): boolean =>
  items > 0 && nano === 0n && unpricedItems === items

const CREDITS: UsageColumn = {
  ...{ key: 'credits', label: 'Credits' },
  text: (row) => (isUnpriced(row) ? 'Unknown' : formatCreditsInTable(row.nano)),
  plain: (row) => (isUnpriced(row) ? '' : nanoToText(row.nano)),
}

const SHARE: UsageColumn = {
  ...{ key: 'share', label: 'Share' },
  text: ({ share }) => formatPercent(percents(share)),
  plain: ({ share }) => `${percents(share)}%`,
}

const BEFORE: UsageColumn = {
  ...{ key: 'before', label: 'Credits before' },
  text: ({ beforeNano }) => formatCreditsInTable(beforeNano),
  plain: ({ beforeNano }) => nanoToText(beforeNano),
}

const CHANGE: UsageColumn = {
  ...{ key: 'change', label: 'Change' },
  text: (row) => changeOf(row),
  plain: (row) => changeOf(row),
}

function changeOf({ nano, beforeNano }: UsageRow): string {
  if (beforeNano === 0n) return nano === 0n ? '0%' : 'new'
  return `${Number(((nano - beforeNano) * 1000n) / beforeNano) / 10}%`
}

const REPEAT: UsageColumn = {
  ...{ key: 'repeat', label: 'Repeat' },
  text: (row) => repeatOf(row, formatPercent) ?? UNKNOWN_FIGURE,
  plain: (row) => repeatOf(row, (part) => `${part}%`) ?? '',
}

function repeatOf({ again, searched }: UsageRow, write: (percents: number) => string): string | null {
  return again && searched && searched.items > 0 ? write(percents(again.items / searched.items)) : null
}

/** What is new is known of what searches bought alone. */
const isNewKnown = ({ searched }: UsageRow): boolean => searched !== null && searched.items > 0

const NEW: UsageColumn = {
  ...{ key: 'new', label: 'New' },
  text: (row) => (isNewKnown(row) ? formatCount(row.newItems) : UNKNOWN_FIGURE),
  plain: (row) => (isNewKnown(row) ? String(row.newItems) : ''),
}

const COST_OF_NEW: UsageColumn = {
  ...{ key: 'costOfNew', label: 'Credits per new item' },
  text: (row) => costOfNew(row, formatCreditsInTable) ?? UNKNOWN_FIGURE,
  plain: (row) => costOfNew(row, nanoToText) ?? '',
}

/** Unknown where nothing was new, or where items had no price. */
function costOfNew(row: UsageRow, write: (nano: bigint) => string): string | null {
  const { searched, newItems, unpricedItems } = row
  return searched && newItems > 0 && unpricedItems === 0 ? write(searched.nano / BigInt(newItems)) : null
}

/** The columns that rows need: none that would hold zeros or dashes alone. */
export function usageColumns(rows: readonly UsageRow[], isCompared: boolean): readonly UsageColumn[] {
  const isTold = rows.some(isNewKnown)
  return [
    CREDITS,
    SHARE,
    ...(isCompared ? [BEFORE, CHANGE] : []),
    count('items', 'Items', ({ items }) => items),
    ...(isTold ? [NEW, REPEAT] : []),
    count('pages', 'Pages', ({ pages }) => pages),
    ...(isTold ? [COST_OF_NEW] : []),
    ...(rows.some(({ unpricedItems }) => unpricedItems > 0)
      ? [count('unpriced', 'Items without a price', ({ unpricedItems }) => unpricedItems)]
      : []),
    ...(rows.some(({ unknowns }) => unknowns > 0)
      ? [count('unknown', 'Unknown calls', ({ unknowns }) => unknowns)]
      : []),
  ]
}
