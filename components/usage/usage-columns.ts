import {
  currentCosts,
  formatCost,
  formatPercent,
  formatShare,
  type Micro,
  moneyFor,
  moneyToText,
  UNKNOWN_FIGURE,
} from '@/lib/kernel'
import type { MeasureSums, UsageMember } from '@/lib/money/usage'
import { MEASURES_BY_NAME, type MeasureName } from './measures'

/** A column of figures: its text in the table, and in a file, where no figure is rounded or grouped. */
export interface UsageColumn {
  readonly key: string
  readonly label: string
  text(row: UsageRow): string
  plain(row: UsageRow): string
}

const plainPercent = (part: number): string => `${Math.round(part * 1000) / 10}%`

/** Returns the column of a measure of the range; `label` if the table has a shorter word. */
function column(measure: MeasureName, label = MEASURES_BY_NAME[measure].label): UsageColumn {
  const { figure } = MEASURES_BY_NAME[measure]
  return {
    key: measure,
    label,
    text: ({ sums }) => figure(sums)?.text ?? UNKNOWN_FIGURE,
    plain: ({ sums }) => figure(sums)?.plain ?? '',
  }
}

const SHARE: UsageColumn = {
  key: 'share',
  label: 'Share',
  text: ({ share }) => (share === null ? UNKNOWN_FIGURE : formatShare(share)),
  plain: ({ share }) => (share === null ? '' : plainPercent(share)),
}

const beforeOf = (measure: MeasureName): UsageColumn => {
  const { label, figure } = MEASURES_BY_NAME[measure]
  return {
    key: 'before',
    label: `${label} before`,
    text: ({ before }) => (before && figure(before)?.text) ?? UNKNOWN_FIGURE,
    plain: ({ before }) => (before && figure(before)?.plain) ?? '',
  }
}

/** Returns the figure now and before; null if one is not known. */
export function usageChange({ sums, before }: Pick<UsageRow, 'sums' | 'before'>, measure: MeasureName) {
  const { figure } = MEASURES_BY_NAME[measure]
  const [now, then] = [figure(sums), before && figure(before)]
  return now && then ? { now: now.size, before: then.size } : null
}

function changeColumn(measure: MeasureName): UsageColumn {
  const write = (row: UsageRow, inWords: (part: number) => string): string | null => {
    const change = usageChange(row, measure)
    if (!change) return null
    if (change.before === 0) return change.now === 0 ? inWords(0) : 'none before'
    return inWords((change.now - change.before) / change.before)
  }
  return {
    key: 'change',
    label: 'Change',
    text: (row) => write(row, (part) => formatPercent(part * 100)) ?? UNKNOWN_FIGURE,
    plain: (row) => write(row, plainPercent) ?? '',
  }
}

const REPEAT: UsageColumn = {
  key: 'repeated',
  label: 'Bought again',
  text: ({ sums }) => repeatOf(sums, formatShare) ?? UNKNOWN_FIGURE,
  plain: ({ sums }) => repeatOf(sums, plainPercent) ?? '',
}

function repeatOf({ searched }: MeasureSums, write: (share: number) => string): string | null {
  if (!searched || searched.items === 0) return null
  return write((searched.items - searched.newItems) / searched.items)
}

/** Returns whether it is known what is new, which is only the case for what searches bought. */
const isNewKnown = ({ sums: { searched } }: UsageRow): boolean => searched !== null && searched.items > 0

const NEW: UsageColumn = {
  ...column('new', 'New'),
  text: (row) => (isNewKnown(row) ? column('new').text(row) : UNKNOWN_FIGURE),
  plain: (row) => (isNewKnown(row) ? column('new').plain(row) : ''),
}

const UNPRICED: UsageColumn = {
  key: 'unpriced',
  label: 'Items without a price',
  text: ({ sums }) => MEASURES_BY_NAME.items.figure({ ...sums, items: sums.unpricedItems })?.text ?? '',
  plain: ({ sums }) => String(sums.unpricedItems),
}

/** Returns the wallet whose credits a row sums up; null if there may be several. */
export type WalletOfRow = (row: Pick<UsageRow, 'member'>) => string | null

/** Returns what the rows cost in money, if the team shows that and knows it of one of them. */
function moneyColumn(rows: readonly UsageRow[], walletOf: WalletOfRow): UsageColumn[] {
  const costs = currentCosts()
  if (costs === null) return []
  const moneyOf = (row: UsageRow) =>
    MEASURES_BY_NAME.credits.figure(row.sums) && moneyFor(row.sums.nano, walletOf(row))
  if (rows.every((row) => moneyOf(row) === null)) return []
  const isAbout = rows.some((row) => {
    const walletId = walletOf(row)
    return (walletId === null ? costs.team : costs.wallets[walletId])?.isAbout
  })
  const write = (row: UsageRow, format: (money: Micro) => string): string | null => {
    const money = moneyOf(row)
    return money === null ? null : format(money)
  }
  return [
    {
      key: 'money',
      label: `${isAbout ? 'About ' : ''}${costs.currency}`,
      text: (row) => write(row, (money) => formatCost(money, costs.currency)) ?? UNKNOWN_FIGURE,
      plain: (row) => write(row, moneyToText) ?? '',
    },
  ]
}

/**
 * Returns the columns that rows need, the measure's first, without those that would hold only zeros or dashes.
 * `walletOf` tells by which wallet's cost a row is shown in money.
 */
export function usageColumns(
  rows: readonly UsageRow[],
  isCompared: boolean,
  measure: MeasureName = 'credits',
  walletOf: WalletOfRow = () => null,
): readonly UsageColumn[] {
  const isTold = rows.some(isNewKnown)
  const has = (read: (sums: MeasureSums) => number) => rows.some(({ sums }) => read(sums) > 0)
  const money = moneyColumn(rows, walletOf)
  const others = [
    ...(measure === 'credits' ? [] : [column('credits'), ...money]),
    column('items'),
    ...(isTold ? [NEW, REPEAT] : []),
    column('pages'),
    ...(isTold ? [column('cost-per-new')] : []),
    ...(has(({ unpricedItems }) => unpricedItems) ? [UNPRICED] : []),
    ...(has(({ unknowns }) => unknowns) ? [column('unknown')] : []),
  ]
  return [
    column(measure),
    ...(measure === 'credits' ? money : []),
    ...(MEASURES_BY_NAME[measure].isMean ? [] : [SHARE]),
    ...(isCompared ? [beforeOf(measure), changeColumn(measure)] : []),
    ...others.filter(({ key }) => key !== measure),
  ]
}

/** A part of the range's usage, with its name. */
export interface UsageRow extends UsageMember {
  readonly name: string
  /** Its fraction of the whole by the measure, 0 to 1; null for a mean, whose parts do not add up. */
  readonly share: number | null
}

/** Returns members as rows, largest first; those whose figure is not known last. */
export function toUsageRows(
  members: readonly UsageMember[],
  measure: MeasureName,
  nameOf: (member: string) => string,
): UsageRow[] {
  const { figure, isMean } = MEASURES_BY_NAME[measure]
  const sized = members.map((each) => ({ each, size: figure(each.sums)?.size ?? null }))
  // By items, which are always known, if some have no price.
  const isByItems = measure === 'credits' && members.some(({ sums }) => sums.unpricedItems > 0)
  const partOf = ({ each, size }: (typeof sized)[number]) => (isByItems ? each.sums.items : (size ?? 0))
  const whole = sized.reduce((sum, one) => sum + partOf(one), 0)
  return sized
    .toSorted((a, b) => (b.size ?? -1) - (a.size ?? -1) || b.each.sums.items - a.each.sums.items)
    .map((one) => ({
      ...one.each,
      name: nameOf(one.each.member),
      share: isMean ? null : whole === 0 ? 0 : partOf(one) / whole,
    }))
}
