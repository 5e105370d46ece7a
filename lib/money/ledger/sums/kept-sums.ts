import { createHash } from 'node:crypto'
import { createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import { processWide } from '@/lib/platform/process'
import { selectDaysIn, type WholeDay } from '../days/day-store'
import type { QuarterHourBucket } from './bucket-sums'

/** So many sums of members in stretches of days, of all teams together: some thirty megabytes. */
const MAX_SUMS = 100_000

interface PlacedSums {
  readonly bucket: number
  readonly member: string
}

/** A part of a bucket: of days that are closed, with what names their state, or what lies around them. */
interface BucketPart extends QuarterHourBucket {
  readonly bucket: number
  readonly state: string | null
}

/** A question for sums, in words that no other question has. */
export interface SumsQuestion<Sums extends PlacedSums> {
  readonly name: string
  ask(buckets: readonly QuarterHourBucket[]): Promise<Sums[]>
  /** Adds the other's figures to the one, in a row of its own. */
  plus(one: Sums, other: Sums): Sums
}

const keptSums = () =>
  processWide('sums-of-days', () =>
    createCache<readonly PlacedSums[]>({ most: MAX_SUMS, sizeOf: (sums) => sums.length + 1 }),
  )

/**
 * Sums per bucket and member, in order. What lies in closed days, and in hours of them, is kept by this process under their
 * state, which changes with each call that is added to one of them: so a range is read once, and then only what came since.
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
  // Their state is read before their sums: a call that comes between is in what is kept, and changes the state.
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

/** The sums of one part, all of this bucket. They are kept so: who asks the same again gets the same rows, without a copy. */
const inBucket = <Sums extends PlacedSums>(bucket: number, sums: readonly Sums[]): readonly Sums[] =>
  sums[0] === undefined || sums[0].bucket === bucket ? sums : sums.map((sum) => ({ ...sum, bucket }))

function byBucket<Sums extends PlacedSums>(many: number, sums: readonly Sums[]): Sums[][] {
  const buckets: Sums[][] = Array.from({ length: many }, () => [])
  for (const sum of sums) buckets[sum.bucket]?.push(sum)
  return buckets
}

/** Each bucket's sums; those of several parts added up. */
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

/** A bucket cut into the stretches of closed days that lie whole in it, and what is around them. */
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

/** Hours of a closed day stay what they are as long as it does; null for those of no such day. */
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
