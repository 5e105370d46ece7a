import type { TeamClient } from '@/tests/support/story'
import type { PagePlace } from './pages'

/** Milliseconds to a page's whole answer, in the order in which it was asked for. */
export type Times = readonly number[]

export interface Side {
  readonly admin: TeamClient
  readonly places: readonly PagePlace[]
}

/** Opens a page; answers how long its whole answer took, and how many characters it has. Throws where it is not the page. */
export async function openPage(
  admin: TeamClient,
  { path }: PagePlace,
): Promise<{ ms: number; size: number }> {
  const since = performance.now()
  // Who opens a page every five seconds may meet the moment in which the server closes the idle connection. A browser asks again.
  const answer = await admin.fetch(path).catch(() => admin.fetch(path))
  const size = (await answer.text()).length
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
  return { ms: performance.now() - since, size }
}

const WARM_UP = 2
/** A page that takes very long is asked for less often. */
const MAX_MS = 20_000
const MIN_ASKS = 4

export interface Measured {
  readonly name: string
  readonly goalMs: number
  readonly fresh: Times
  readonly large: Times
  /** Characters of a page: of lists that are full on one side only, the times tell nothing. */
  readonly sizes: Readonly<Record<'fresh' | 'large', number>>
}

/** Asks both installations for their pages, in the order ABBA, so that what else the machine does meets both. */
export async function* measurePages(fresh: Side, large: Side, asks: number): AsyncGenerator<Measured> {
  for (const [place, ofFresh] of fresh.places.entries()) {
    const ofLarge = large.places[place]
    if (!ofLarge) throw new Error('The installations have different pages')
    const times = { fresh: [] as number[], large: [] as number[] }
    const sizes = { fresh: 0, large: 0 }
    const sides = { fresh: [fresh.admin, ofFresh], large: [large.admin, ofLarge] } as const
    const ask = async (side: keyof typeof sides) => {
      const { ms, size } = await openPage(...sides[side])
      times[side].push(ms)
      sizes[side] = size
    }
    for (let time = 0; time < WARM_UP; time++) {
      await ask('fresh')
      await ask('large')
    }
    times.fresh = []
    times.large = []
    const begun = performance.now()
    while (times.large.length < asks && !isEnough(times.large.length, begun)) {
      await ask('fresh')
      await ask('large')
      await ask('large')
      await ask('fresh')
    }
    yield { name: ofLarge.name, goalMs: ofLarge.goalMs, sizes, ...times }
  }
}

const isEnough = (asked: number, begun: number): boolean =>
  asked >= MIN_ASKS && performance.now() - begun > MAX_MS

/** The value below which a part of some times lies. */
export function percentile(times: Times, part: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

const EVERY_MS = 5000

/** Twenty people who each open a page every five seconds; answers how long the pages took. */
export async function measurePeople(side: Side, people: number, seconds: number): Promise<Times> {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  const work = async (person: number) => {
    await pause((EVERY_MS * person) / people)
    for (let opened = 0; performance.now() < until; opened++) {
      const begun = performance.now()
      const place = side.places[(person * 7 + opened * 11) % side.places.length]
      if (place) times.push((await openPage(side.admin, place)).ms)
      await pause(Math.max(0, EVERY_MS - (performance.now() - begun)))
    }
  }
  await Promise.all(Array.from({ length: people }, (_, person) => work(person)))
  return times
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
