import { MEASURES, type RollupSums } from '../core/rollup-store'
import { DAY_GROUPINGS } from '../days/day-groupings'
import {
  type DaySpan,
  type DaySumRow,
  selectDaySums,
  selectSpanState,
  selectSummedDays,
} from '../days/day-store'
import { combinedOf, type ReadParts, sumsBy } from '../days/sum-closed-days'

/** Number of attempts for a day that changes while it is compared. */
const TRIES = 3

/**
 * Recounts the sums of a team's closed days from its rollups and reports each difference. Returns the number of days.
 */
export async function checkDays(parts: ReadParts, tell: (sentence: string) => void): Promise<number> {
  const days = (await selectSummedDays(parts.db, parts.teamId)).filter(({ isClean }) => isClean)
  for (const day of days)
    for (const found of await differencesOf(parts, day))
      tell(`The sums of ${day.date} (${day.timeZone}) are not those of its rollups: ${found}.`)
  return days.length
}

/**
 * Returns the differences of a day. As long as it is the same day without a mark, its rollups and its sums are of one
 * moment.
 */
async function differencesOf(parts: ReadParts, day: DaySpan): Promise<string[]> {
  for (let time = 0; time < TRIES; time++) {
    const version = await versionOf(parts, day)
    if (version === null) return []
    const found = await compare(parts, day)
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

async function compare(parts: ReadParts, day: DaySpan): Promise<string[]> {
  const combined = await combinedOf(parts, day)
  const found: string[] = []
  for (const grouping of DAY_GROUPINGS) {
    const right = new Map<string, RollupSums>(sumsBy(grouping, combined).map((row) => [nameOf(row), row]))
    const stored = await selectDaySums(parts.db, parts.teamId, day.fromQuarter, grouping.name)
    const told = new Map(stored.map((row) => [nameOf(row), row]))
    for (const name of new Set([...right.keys(), ...told.keys()])) {
      const [is, mustBe] = [told.get(name), right.get(name)]
      if (MEASURES.some((measure) => BigInt(is?.[measure] ?? 0) !== BigInt(mustBe?.[measure] ?? 0)))
        found.push(`${grouping.of.join(' and ') || 'all'} "${name}"`)
    }
  }
  return found
}

const nameOf = ({ value, within }: Pick<DaySumRow, 'value' | 'within'>): string =>
  within === '' ? value : `${value}" and "${within}`
