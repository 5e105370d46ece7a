import { compareByName, type Nano, type OperationName } from '@/lib/kernel'
import type { SettledLine } from '@/lib/money/ledger'
import type { ReadingView } from '@/lib/money/wallets'
import { quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import type { Movement } from './account-for'

/** Parts of a statement besides the pages, in nano-credits: what each took off the balance. */
const PARTS = [
  'resolvedNano',
  'lostNano',
  'shiftNano',
  'unpricedNano',
  'expiredNano',
  'outsideNano',
  'unexplainedNano',
  'roundingNano',
] as const

type Part = (typeof PARTS)[number]

/** What an environment bought with one operation. */
export type BoughtLine = Pick<SettledLine, 'environmentId' | 'operation' | 'items' | 'chargeNano'>

/**
 * A wallet's account of a period, in nano-credits: opening + carried + topUps − pages − all other parts + carriedOn =
 * closing, exactly. Opening and closing are the last clean reading before, less what was settled since.
 */
export interface Statement extends Readonly<Record<Part, Nano>> {
  readonly openingNano: Nano
  /** Changes of the month before since it was closed; its closing balance is the opening one. */
  readonly carriedNano: Nano
  /** What the next statement carries, taken off this one, which ends with a closed month without being it. */
  readonly carriedOnNano?: Nano
  readonly closingNano: Nano
  readonly topUpNano: Nano
  readonly pages: readonly BoughtLine[]
  readonly pagesNano: Nano
  /** Each environment's part, by its id, of the charges for lost calls. */
  readonly resolvedByEnvironment: Readonly<Record<string, Nano>>
  /** Times of the readings behind opening and closing. */
  readonly openingRead: Date
  readonly closingRead: Date
  /** True if the opening follows from the first reading of the period, because there is no older one. */
  readonly isLate: boolean
}

export interface StatementParts {
  /** A half-open period, on quarter hours. */
  readonly from: Date
  readonly to: Date
  /** The clean readings, and the movements between them, oldest first. */
  readonly anchors: readonly ReadingView[]
  readonly movements: readonly Movement[]
  /** Settlements within the period, and their total before its beginning. */
  readonly pages: readonly SettledLine[]
  readonly settledBeforeNano: Nano
}

/** Returns a wallet's statement; null if no reading shows a balance up to the period's end. */
export function writeStatement({
  from,
  to,
  anchors,
  movements,
  pages,
  settledBeforeNano,
}: StatementParts): Statement | null {
  const isBefore = (moment: Date) => {
    const end = startOfQuarterHour(quarterHourOf(moment)).getTime()
    return ({ at }: ReadingView) => at.getTime() < end
  }
  const last = anchors.findLast(isBefore(to))
  const known = anchors.findLast(isBefore(from))
  const first = known ?? anchors.find(isBefore(to))
  if (!first || !last) return null
  const pagesNano = pages.reduce((sum, { chargeNano }) => sum + chargeNano, 0n)
  const [opening, closing] = [first.at.getTime(), last.at.getTime()]
  const { sums, resolvedByEnvironment } = sumWithin(movements, opening, closing)
  return {
    ...sums,
    openingNano: first.balanceNano + first.settledNano - settledBeforeNano,
    carriedNano: 0n,
    closingNano: last.balanceNano + last.settledNano - settledBeforeNano - pagesNano,
    pages,
    pagesNano,
    resolvedByEnvironment,
    openingRead: first.at,
    closingRead: last.at,
    isLate: known === undefined,
  }
}

/** Returns a statement that begins with the closing balance of a closed month, and says what changed it since. */
export const carryFrom = (
  statement: Statement,
  { closingNano }: Pick<Statement, 'closingNano'>,
): Statement => ({
  ...statement,
  openingNano: closingNano,
  carriedNano: statement.openingNano - closingNano,
})

/**
 * Returns a statement that ends with the closing balance of its last month, which is closed: the next statement begins
 * with that, and carries what changed since.
 */
export const carryOn = (
  statement: Statement,
  { closingNano }: Pick<Statement, 'closingNano'>,
): Statement => ({
  ...statement,
  closingNano,
  carriedOnNano: closingNano - statement.closingNano,
})

interface SumsWithin {
  readonly sums: Readonly<Record<Part | 'topUpNano', Nano>>
  readonly resolvedByEnvironment: Readonly<Record<string, Nano>>
}

/**
 * Sums the movements after one moment up to another. In one pass, because a year has tens of thousands and most are
 * empty.
 */
function sumWithin(movements: readonly Movement[], opening: number, closing: number): SumsWithin {
  const sums: Record<Part | 'topUpNano', Nano> = { ...NOTHING }
  const resolvedByEnvironment: Record<string, Nano> = {}
  for (const movement of movements) {
    const at = movement.to.getTime()
    if (at <= opening || at > closing) continue
    add(sums, movement)
    for (const { environmentId, resolution } of movement.lost) {
      const nano = resolution?.chargeNano ?? 0n
      if (nano !== 0n)
        resolvedByEnvironment[environmentId] = (resolvedByEnvironment[environmentId] ?? 0n) + nano
    }
  }
  return { sums, resolvedByEnvironment }
}

/** Adds part by part, because a loop over their names takes five times as long. */
function add(sums: Record<Part | 'topUpNano', Nano>, movement: Movement): void {
  if (movement.resolvedNano !== 0n) sums.resolvedNano += movement.resolvedNano
  if (movement.lostNano !== 0n) sums.lostNano += movement.lostNano
  if (movement.shiftNano !== 0n) sums.shiftNano += movement.shiftNano
  if (movement.unpricedNano !== 0n) sums.unpricedNano += movement.unpricedNano
  if (movement.expiredNano !== 0n) sums.expiredNano += movement.expiredNano
  if (movement.outsideNano !== 0n) sums.outsideNano += movement.outsideNano
  if (movement.unexplainedNano !== 0n) sums.unexplainedNano += movement.unexplainedNano
  if (movement.roundingNano !== 0n) sums.roundingNano += movement.roundingNano
  if (movement.topUpNano !== 0n) sums.topUpNano += movement.topUpNano
}

const NOTHING: SumsWithin['sums'] = {
  resolvedNano: 0n,
  lostNano: 0n,
  shiftNano: 0n,
  unpricedNano: 0n,
  expiredNano: 0n,
  outsideNano: 0n,
  unexplainedNano: 0n,
  roundingNano: 0n,
  topUpNano: 0n,
}

/** A line of a statement, in nano-credits: added to the balance, or taken off it (below 0). */
export interface StatementLine {
  readonly key: string
  /**
   * `outside` is also a part: what others took, which belongs to no environment. `since` changes a closed month, and
   * follows its closing balance.
   */
  readonly kind: 'balance' | 'subtotal' | 'part' | 'outside' | 'since'
  readonly label: string
  readonly items: number | null
  readonly nano: Nano
}

interface Names {
  environment(id: string): string
  operation(name: OperationName): string
}

const RESOLVED = 'Unknown calls that were charged'

const OTHERS = [
  ['unpricedNano', 'Pages without a known price'],
  ['shiftNano', 'Price differences: pages cost more or less than was booked'],
  ['resolvedNano', RESOLVED],
  ['lostNano', 'Unknown calls that may have been charged'],
  ['expiredNano', 'Expired bonus or free credits'],
  ['roundingNano', 'Rounding'],
] as const

const OUTSIDE = [
  ['outsideNano', 'Outside spend (no call of ours explains it)'],
  ['unexplainedNano', 'Not explained yet: outside spend, or a new price'],
] as const

/**
 * Returns a statement line by line, from the opening to the closing balance. The parts add up to the difference. What
 * each environment bought is listed below its sum. Empty lines are left out, except top-ups and pages.
 */
export function statementLines(statement: Statement, names: Names): StatementLine[] {
  const { pages } = statement
  const environmentIds = [...new Set(pages.map(({ environmentId }) => environmentId))]
  const environments = environmentIds
    .map((id) => ({
      id,
      name: names.environment(id),
      own: pages.filter((line) => line.environmentId === id),
    }))
    .sort(compareByName)
  return [
    balance('opening', 'Opening balance', statement.openingNano),
    ...(statement.carriedNano === 0n
      ? []
      : [
          part(
            'carriedNano',
            'Carried over: changes to the month before since it was closed',
            null,
            statement.carriedNano,
          ),
        ]),
    part('topUpNano', 'Top-ups', null, statement.topUpNano),
    ...environments.flatMap(({ id, name, own }) => [
      {
        key: id,
        kind: 'subtotal' as const,
        label: `Bought: ${name}`,
        items: own.reduce((sum, { items }) => sum + items, 0),
        nano: -own.reduce((sum, { chargeNano }) => sum + chargeNano, 0n),
      },
      ...own.map(({ operation, items, chargeNano }) =>
        part(`${id} ${operation}`, names.operation(operation), items, -chargeNano),
      ),
    ]),
    ...(pages.length === 0 ? [part('pages', 'Bought', 0, 0n)] : []),
    ...OTHERS.filter(([key]) => statement[key] !== 0n).map(([key, label]) =>
      part(key, label, null, -statement[key]),
    ),
    ...OUTSIDE.filter(([key]) => statement[key] !== 0n).map(([key, label]) => ({
      ...part(key, label, null, -statement[key]),
      kind: 'outside' as const,
    })),
    ...(statement.carriedOnNano
      ? [
          part(
            'carriedOnNano',
            'Carried on: changes to the last month since it was closed',
            null,
            statement.carriedOnNano,
          ),
        ]
      : []),
    balance('closing', 'Closing balance', statement.closingNano),
  ]
}

/**
 * Returns one environment's part of a statement, line by line, with its sum. The other lines belong to the wallet as a
 * whole.
 */
export function environmentLines(statement: Statement, environmentId: string, names: Names): StatementLine[] {
  const own = statement.pages.filter((line) => line.environmentId === environmentId)
  const resolvedNano = statement.resolvedByEnvironment[environmentId] ?? 0n
  const spentNano = own.reduce((sum, { chargeNano }) => sum + chargeNano, resolvedNano)
  return [
    ...own.map(({ operation, items, chargeNano }) =>
      part(operation, names.operation(operation), items, -chargeNano),
    ),
    ...(resolvedNano === 0n ? [] : [part('resolvedNano', RESOLVED, null, -resolvedNano)]),
    {
      key: 'spent',
      kind: 'balance',
      label: `Spent in ${names.environment(environmentId)}`,
      items: own.reduce((sum, { items }) => sum + items, 0),
      nano: -spentNano,
    },
  ]
}

/**
 * Returns what changed a closed month's statement since its closing, line by line, with the closing balance that
 * results now; for one environment, its own lines with what it spent. Each line is the difference of what is now and
 * what was closed. Empty if nothing changed.
 */
export function linesSinceClosing(
  closed: Statement,
  now: Statement,
  names: Names,
  environmentId: string | null = null,
): StatementLine[] {
  const [before, after] = [partsOf(closed, names, environmentId), partsOf(now, names, environmentId)]
  const changed = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)]
    const nano = (is?.nano ?? 0n) - (was?.nano ?? 0n)
    const items = (is?.items ?? 0) - (was?.items ?? 0)
    if (items === 0 && nano === 0n) return []
    const { label, items: counted } = is ?? was ?? NO_PART
    return [
      { key: `since ${key}`, kind: 'since' as const, label, items: counted === null ? null : items, nano },
    ]
  })
  if (changed.length === 0) return []
  const end = environmentId === null ? null : environmentLines(now, environmentId, names).at(-1)
  return [
    ...changed,
    end
      ? { ...end, key: 'spent now', label: `${end.label} now` }
      : balance('closing now', 'Closing balance now', now.closingNano),
  ]
}

type StatementPart = Pick<StatementLine, 'label' | 'items' | 'nano'>

const NO_PART: StatementPart = { label: '', items: null, nano: 0n }

/** Returns the parts of a statement by key, or those of one environment, each with a label for a line of its own. */
function partsOf(
  statement: Statement,
  names: Names,
  environmentId: string | null,
): ReadonlyMap<string, StatementPart> {
  const since = (label: string, nano: Nano, items: number | null = null) => ({
    label: `Since closing: ${label}`,
    items,
    nano,
  })
  const bought = statement.pages
    .filter((line) => environmentId === null || line.environmentId === environmentId)
    .map(({ environmentId, operation, items, chargeNano }): [string, StatementPart] => [
      `${environmentId} ${operation}`,
      since(`${names.environment(environmentId)}, ${names.operation(operation)}`, -chargeNano, items),
    ])
  if (environmentId !== null) {
    const resolvedNano = statement.resolvedByEnvironment[environmentId] ?? 0n
    return new Map([...bought, ['resolvedNano', since(RESOLVED, -resolvedNano)]])
  }
  return new Map([
    ['opening', since('Opening balance', statement.openingNano + statement.carriedNano)],
    ['topUpNano', since('Top-ups', statement.topUpNano)],
    ...bought,
    ...[...OTHERS, ...OUTSIDE].map(([key, label]): [string, StatementPart] => [
      key,
      since(label, -statement[key]),
    ]),
  ])
}

const balance = (key: string, label: string, nano: Nano): StatementLine => ({
  key,
  kind: 'balance',
  label,
  items: null,
  nano,
})

const part = (key: string, label: string, items: number | null, nano: Nano): StatementLine => ({
  key,
  kind: 'part',
  label,
  items,
  nano,
})
