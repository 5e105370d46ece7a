import type { Clock } from '@/lib/kernel'
import { quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import type { Db } from '@/lib/platform/db'
import { selectLostTotalDrift } from '../core/lost-store'
import { ROLLUP_MEASURES, type RollupSums, selectSettledWithin } from '../core/rollup-store'
import type { QuarterHourRange } from '../core/schemas'
import { DAY_GROUPINGS } from '../days/day-groupings'
import {
  type DaySpan,
  type DaySumRow,
  selectDaySums,
  selectSpanState,
  selectSummedDays,
} from '../days/day-store'
import { type ReadParts, readCombinedRollups, sumByGrouping } from '../days/sum-closed-days'
import { selectDeletedMonths, selectMonthDifference } from '../retention/deleted-store'
import {
  describeDifferences,
  nonZeroFigures,
  type RollupDifference,
  selectEntriesUnlikeAttempts,
  selectFigureSpan,
  selectRollupDifferences,
} from '../sums/figure-sums'
import { selectTotalsBefore, type TotalSums } from '../sums/totals-store'

/** Target duration of a step: steps grow or shrink towards it, but never below a quarter hour. */
const STEP_MS = 250
const MAX_STEP = 96 * 366
/** Maximum number of differences that one step reports. */
const MAX_TOLD = 20
/**
 * Age in quarter hours from which sums no longer change, because no page is booked so far back. Such sums can be
 * compared in steps.
 */
const STILL_QUARTERS = 96

interface FigureCheck {
  readonly db: Db
  readonly clock: Clock
  readonly teamId: string
  /** Receives each difference as a sentence. */
  onDifference(sentence: string): void
}

/** Extent and result of a check. */
export interface CheckedFigures {
  readonly steps: number
  readonly quarterHours: number
  /** Number of closed days of the team's zone. */
  readonly days: number
  readonly differences: number
}

/**
 * Recounts a team's figures: entries against attempts, rollups against entries, totals and closed days against
 * rollups, and lost calls against their totals.
 *
 * The check runs in steps, so that it can handle a ledger of any size while pages are booked: each step reads
 * everything it compares in one statement. A month whose details were deleted is one step, and its deleted details
 * count as recorded.
 */
export async function checkFigures(check: FigureCheck): Promise<CheckedFigures> {
  const { db, clock, teamId } = check
  let differences = 0
  const tell = (sentence: string) => {
    differences++
    check.onDifference(sentence)
  }
  const span = await selectFigureSpan(db, teamId)
  const sums = new Map<string, TotalSums>()
  const stillUntil = quarterHourOf(clock.now()) - STILL_QUARTERS
  let deleted = await deletedMonths(db, teamId)
  let [steps, length] = [0, 1]
  for (let from = span?.from ?? 0; span && from < span.to; steps++) {
    const month = deleted.find((each) => from < each.to)
    const isDeleted = month !== undefined && from >= month.from
    // A step also ends where the quarter hours that no longer change end, and where details were deleted.
    const ends = [
      from + length,
      span.to,
      ...(from < stillUntil ? [stillUntil] : []),
      ...(month ? [month.from] : []),
    ]
    const step = { from, to: isDeleted ? month.to : Math.min(...ends) }
    const began = clock.monotonic()
    if (isDeleted) {
      const sentence = await describeDeletedDifference(db, teamId, month)
      if (sentence) tell(sentence)
    } else {
      const found = await selectRollupDifferences(db, teamId, step, MAX_TOLD)
      const known = deleted.length
      // The deletion of a month's details may have begun in the meantime. Then that month is one step, too.
      if (found.length > 0) deleted = await deletedMonths(db, teamId)
      if (deleted.length > known) continue
      for (const difference of found) tell(sentenceOf(difference))
    }
    for (const id of await selectEntriesUnlikeAttempts(db, teamId, step, MAX_TOLD))
      tell(`The entry ${id} does not say what its attempt says.`)
    if (step.to <= stillUntil)
      for (const line of await selectSettledWithin(db, { teamId }, step)) addTo(sums, line)
    const tookMs = clock.monotonic() - began
    from = step.to
    length = Math.max(1, Math.min(MAX_STEP, Math.round(length * Math.min(4, STEP_MS / Math.max(1, tookMs)))))
  }
  const days = await checkDays({ db, teamId }, tell)
  for (const sentence of await totalsThatDiffer(db, teamId, sums, stillUntil)) tell(sentence)
  for (const { walletId, by } of await selectLostTotalDrift(db, teamId))
    tell(`The total of the wallet ${walletId} is more than its unknown calls: by ${by}.`)
  return { steps, quarterHours: span ? span.to - span.from : 0, days, differences }
}

function addTo(
  sums: Map<string, TotalSums>,
  { walletId, operation, ...line }: Awaited<ReturnType<typeof selectSettledWithin>>[number],
): void {
  const name = `${walletId} ${operation}`
  const known = sums.get(name) ?? { walletId, operation, ...NOTHING }
  sums.set(name, {
    walletId,
    operation,
    pages: known.pages + BigInt(line.pages),
    items: known.items + BigInt(line.items),
    chargeNano: known.chargeNano + line.chargeNano,
    unpricedItems: known.unpricedItems + BigInt(line.unpricedItems),
  })
}

const NOTHING = { pages: 0n, items: 0n, chargeNano: 0n, unpricedItems: 0n }
const FIGURES = ['pages', 'items', 'chargeNano', 'unpricedItems'] as const

async function totalsThatDiffer(
  db: Db,
  teamId: string,
  sums: ReadonlyMap<string, TotalSums>,
  stillUntil: number,
): Promise<string[]> {
  const totals = await selectTotalsBefore(db, { teamId }, stillUntil)
  const names = new Set(totals.map(({ walletId, operation }) => `${walletId} ${operation}`))
  const missing = [...sums.entries()].filter(([name]) => !names.has(name)).map(([, sum]) => sum)
  const suspect = [
    ...totals.filter((total) => !isSame(total, sums.get(`${total.walletId} ${total.operation}`))),
    ...missing.filter((sum) => !isSame(sum, undefined)),
  ]
  const told: string[] = []
  // The first comparison ran in steps. Only one in a single statement is conclusive.
  for (const walletId of new Set(suspect.map((each) => each.walletId)))
    for (const rest of await selectTotalsBefore(db, { teamId, walletId }, 0)) {
      if (isSame(rest, undefined)) continue
      const by = describeDifferences(nonZeroFigures({ ...rest }))
      told.push(`The total of the wallet ${walletId}, ${rest.operation}, is more than its rollups: ${by}.`)
    }
  return told
}

const isSame = (a: TotalSums, b: TotalSums | undefined): boolean =>
  FIGURES.every((name) => a[name] === (b?.[name] ?? 0n))

function sentenceOf({ of: { quarter, ...dimensions }, by }: RollupDifference): string {
  const at = startOfQuarterHour(Number(quarter)).toISOString()
  const named = Object.entries(dimensions).map(([name, value]) => `${name} "${value}"`)
  return `The entries of ${at} are more than their rollup: ${describeDifferences(by)} (${named.join(', ')}).`
}

/** Returns the months of a team of which details were deleted, oldest first. */
const deletedMonths = async (db: Db, teamId: string): Promise<QuarterHourRange[]> =>
  (await selectDeletedMonths(db, teamId)).map(({ fromQuarter, toQuarter }) => ({
    from: fromQuarter,
    to: toQuarter,
  }))

/** Compares a month's rollups with its entries, deleted and remaining. Returns the difference in a sentence. */
async function describeDeletedDifference(
  db: Db,
  teamId: string,
  month: QuarterHourRange,
): Promise<string | null> {
  const by = describeDifferences(await selectMonthDifference(db, teamId, month))
  const [from, to] = [month.from, month.to].map((quarter) => startOfQuarterHour(quarter).toISOString())
  return by && `The entries of ${from} to ${to}, deleted ones included, are more than their rollups: ${by}.`
}

/** Number of attempts for a day that changes while it is compared. */
const TRIES = 3

/**
 * Recounts the sums of a team's closed days from its rollups and reports each difference. Returns the number of days.
 */
async function checkDays(parts: ReadParts, tell: (sentence: string) => void): Promise<number> {
  const days = (await selectSummedDays(parts.db, parts.teamId)).filter(({ isClean }) => isClean)
  for (const day of days)
    for (const found of await dayDifferencesOf(parts, day))
      tell(`The sums of ${day.date} (${day.timeZone}) are not those of its rollups: ${found}.`)
  return days.length
}

/**
 * Returns the differences of a day. As long as it is the same day without a mark, its rollups and its sums are of one
 * moment.
 */
async function dayDifferencesOf(parts: ReadParts, day: DaySpan): Promise<string[]> {
  for (let time = 0; time < TRIES; time++) {
    const version = await versionOf(parts, day)
    if (version === null) return []
    const found = await compareDay(parts, day)
    if ((await versionOf(parts, day)) === version) return found
  }
  return []
}

/** Returns the version of a day's sums; null if they are not in force. */
async function versionOf({ db, teamId }: ReadParts, day: DaySpan): Promise<string | null> {
  const { days, marks } = await selectSpanState(db, teamId, day)
  const found = days.find(({ fromQuarter }) => fromQuarter === day.fromQuarter)
  return found && marks.length === 0 ? found.version : null
}

async function compareDay(parts: ReadParts, day: DaySpan): Promise<string[]> {
  const combined = await readCombinedRollups(parts, day)
  const found: string[] = []
  for (const grouping of DAY_GROUPINGS) {
    const right = new Map<string, RollupSums>(
      sumByGrouping(grouping, combined).map((row) => [sumNameOf(row), row]),
    )
    const stored = await selectDaySums(parts.db, parts.teamId, day.fromQuarter, grouping.name)
    const told = new Map(stored.map((row) => [sumNameOf(row), row]))
    for (const name of new Set([...right.keys(), ...told.keys()])) {
      const [is, mustBe] = [told.get(name), right.get(name)]
      if (ROLLUP_MEASURES.some((measure) => BigInt(is?.[measure] ?? 0) !== BigInt(mustBe?.[measure] ?? 0)))
        found.push(`${grouping.of.join(' and ') || 'all'} "${name}"`)
    }
  }
  return found
}

const sumNameOf = ({ value, within }: Pick<DaySumRow, 'value' | 'within'>): string =>
  within === '' ? value : `${value}" and "${within}`
