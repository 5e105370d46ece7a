import { createHash } from 'node:crypto'
import { createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import { processWide } from '@/lib/platform/process'
import { selectDaysIn, type WholeDay } from '../days/day-store'
import type { QuarterHourBucket } from './bucket-sums'

/** Maximum number of cached sums, of all teams together. They take about thirty megabytes. */
const MAX_SUMS = 100_000

interface PlacedSums {
  readonly bucket: number
  readonly member: string
}

/** A part of a bucket: a stretch of closed days with the name of their state, or what surrounds them. */
interface BucketPart extends QuarterHourBucket {
  readonly bucket: number
  readonly state: string | null
}

/** A question for sums, with a name that no other question has. */
export interface SumsQuestion<Sums extends PlacedSums> {
  readonly name: string
  ask(buckets: readonly QuarterHourBucket[]): Promise<Sums[]>
  /** Returns a new row with the figures of both. */
  plus(one: Sums, other: Sums): Sums
}

const keptSums = () =>
  processWide('sums-of-days', () =>
    createCache<readonly PlacedSums[]>({ most: MAX_SUMS, sizeOf: (sums) => sums.length + 1 }),
  )

/**
 * Returns sums per bucket and member, in order. Sums of closed days, and of hours within them, are cached under the
 * state of these days, which changes with each call added to one of them. A range is therefore read once, and then
 * only what is new.
 */
export async function sumKept<Sums extends PlacedSums>(
  { db, team }: TeamCtx,
  buckets: readonly QuarterHourBucket[],
  { name, ask, plus }: SumsQuestion<Sums>,
): Promise<Sums[]> {
  if (buckets.length === 0) return []
  const span = {
    from: Math.min(...buckets.map(({ from }) => from)),
    to: Math.max(...buckets.map(({ to }) => to)),
  }
  // The state is read before the sums. A call added in between is in the cached sums and changes the state.
  const days = await selectDaysIn(db, team.id, span)
  const parts = buckets.flatMap((bucket, place) => partsOf(bucket, place, days))
  const nameOf = ({ state }: BucketPart) => (state === null ? null : `${name} ${state}`)
  const known = parts.map((part) => {
    const found = nameOf(part)
    return found === null ? undefined : (keptSums().get(found) as readonly Sums[] | undefined)
  })
  const missing = parts.filter((_, at) => known[at] === undefined)
  const read = missing.length === 0 ? [] : byBucket(missing.length, await ask(missing))
  let next = 0
  const sums = parts.map((part, at) => {
    const kept = known[at]
    const placed = inBucket(part.bucket, kept ?? read[next++] ?? [])
    const found = nameOf(part)
    if (found !== null && placed !== kept) keptSums().set(found, placed)
    return placed
  })
  return merged(parts, sums, plus)
}

/**
 * Returns the sums of one part with this bucket. They are cached in this form, so that the same question gets the same
 * rows without a copy.
 */
const inBucket = <Sums extends PlacedSums>(bucket: number, sums: readonly Sums[]): readonly Sums[] =>
  sums[0] === undefined || sums[0].bucket === bucket ? sums : sums.map((sum) => ({ ...sum, bucket }))

function byBucket<Sums extends PlacedSums>(many: number, sums: readonly Sums[]): Sums[][] {
  const buckets: Sums[][] = Array.from({ length: many }, () => [])
  for (const sum of sums) buckets[sum.bucket]?.push(sum)
  return buckets
}

/** Returns each bucket's sums, adding up those of several parts. */
function merged<Sums extends PlacedSums>(
  parts: readonly BucketPart[],
  sums: readonly (readonly Sums[])[],
  plus: SumsQuestion<Sums>['plus'],
): Sums[] {
  const all: Sums[] = []
  for (let at = 0; at < parts.length; ) {
    const bucket = parts[at]?.bucket ?? 0
    if (parts[at + 1]?.bucket !== bucket) {
      for (const sum of sums[at++] ?? []) all.push(sum)
      continue
    }
    const members = new Map<string, Sums>()
    for (; parts[at]?.bucket === bucket; at++)
      for (const sum of sums[at] ?? []) {
        const other = members.get(sum.member)
        members.set(sum.member, other ? plus(other, sum) : sum)
      }
    all.push(...[...members.values()].sort((one, other) => (one.member < other.member ? -1 : 1)))
  }
  return all
}

/** Cuts a bucket into the stretches of closed days that lie entirely in it and what surrounds them. */
function partsOf({ from, to }: QuarterHourBucket, bucket: number, days: readonly WholeDay[]): BucketPart[] {
  const parts: BucketPart[] = []
  let at = from
  let stretch: WholeDay[] = []
  const close = () => {
    const [first] = stretch
    if (first) parts.push({ bucket, from: first.fromQuarter, to: at, state: stateOf(stretch) })
    stretch = []
  }
  const fill = (until: number) => {
    if (at < until) parts.push({ bucket, from: at, to: until, state: stateWithin(at, until, days) })
    at = until
  }
  for (const day of days) {
    if (day.fromQuarter < at || day.toQuarter > to) continue
    if (day.fromQuarter > at) close()
    fill(day.fromQuarter)
    stretch.push(day)
    at = day.toQuarter
  }
  close()
  fill(to)
  return parts
}

/**
 * Returns the state of hours within a closed day, which change only when the day does; null for hours outside of such
 * a day.
 */
function stateWithin(from: number, to: number, days: readonly WholeDay[]): string | null {
  const day = days.find(({ fromQuarter, toQuarter }) => fromQuarter <= from && to <= toQuarter)
  return day ? `${from} ${to} ${textOf(day)}` : null
}

function stateOf(days: readonly WholeDay[]): string {
  const hash = createHash('sha256')
  for (const day of days) hash.update(`${textOf(day)}\n`)
  return hash.digest('base64')
}

const textOf = ({ id, revision, changes, derivedAt }: WholeDay): string =>
  `${id} ${revision} ${changes} ${derivedAt}`
