import { MEASURES, type RollupSums } from '../core/rollup-store'
import { DAY_GROUPINGS } from '../days/day-groupings'
import { type ClosedDay, type DaySumRow, selectClosedDays, selectDay, selectDaySums } from '../days/day-store'
import { combinedOf, type ReadParts, sumsBy } from '../days/derive-day'
import { selectDayZones } from '../days/zone-store'

/** Number of attempts for a day that changes while it is compared. */
const TRIES = 3
const DAYS_AT_ONCE = 50

/**
 * Recounts the sums of a team's closed days from its rollups and reports each difference. Returns the number of days.
 */
export async function checkDays(parts: ReadParts, tell: (sentence: string) => void): Promise<number> {
  let days = 0
  for (const { id, state, timeZone } of await selectDayZones(parts.db, parts.teamId)) {
    if (state === 'leaving') continue
    let after = -1
    for (let isAll = false; !isAll; ) {
      const some = await selectClosedDays(parts.db, id, after, DAYS_AT_ONCE)
      for (const day of some) {
        for (const found of await differencesOf(parts, day))
          tell(`The sums of ${day.date} (${timeZone}) are not those of its rollups: ${found}.`)
        after = day.fromQuarter
      }
      days += some.length
      isAll = some.length < DAYS_AT_ONCE
    }
  }
  return days
}

/**
 * Returns the differences of a day. As long as the day counts no change, its rollups and its sums are of one moment.
 */
async function differencesOf(parts: ReadParts, day: ClosedDay): Promise<string[]> {
  for (let time = 0; time < TRIES; time++) {
    const before = await selectDay(parts.db, day.id)
    if (!before || before.closedChanges !== before.changes) return []
    const found = await compare(parts, day, before.revision)
    const after = await selectDay(parts.db, day.id)
    if (after && after.changes === before.changes && after.revision === before.revision) return found
  }
  return []
}

async function compare(parts: ReadParts, day: ClosedDay, revision: number): Promise<string[]> {
  const combined = await combinedOf(parts, day)
  const found: string[] = []
  for (const grouping of DAY_GROUPINGS) {
    const right = new Map<string, RollupSums>(sumsBy(grouping, combined).map((row) => [nameOf(row), row]))
    const told = new Map(
      (await selectDaySums(parts.db, day.id, revision, grouping.name)).map((row) => [nameOf(row), row]),
    )
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
