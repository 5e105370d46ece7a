import type { TeamClient } from '@/tests/support/story'
import type { PagePlace } from './pages'

/** Milliseconds to a page's whole answer, in the order of the requests. */
export type Times = readonly number[]

export interface Side {
  readonly admin: TeamClient
  readonly places: readonly PagePlace[]
}

/** Opens a page. Returns how long its whole answer took, and its length. Throws if it is another page. */
export async function openPage(
  admin: TeamClient,
  { path }: PagePlace,
): Promise<{ ms: number; size: number }> {
  const since = performance.now()
  // Somebody who opens a page every five seconds may hit the moment at which the server closes the idle connection. A
  // browser retries.
  const answer = await admin.fetch(path).catch(() => admin.fetch(path))
  const size = (await answer.text()).length
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
  return { ms: performance.now() - since, size }
}

const WARM_UP = 2
/** A very slow page is requested less often. */
const MAX_MS = 20_000
const MIN_ASKS = 4

export interface Measured {
  readonly name: string
  readonly goalMs: number
  readonly fresh: Times
  readonly large: Times
  /** Characters of a page: if lists are full on one side only, the times prove nothing. */
  readonly sizes: Readonly<Record<'fresh' | 'large', number>>
}

/** Opens the pages of both installations in the order ABBA, so that other work on the machine affects both. */
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

/** Returns the quantile of some times. */
export function percentile(times: Times, part: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

const EVERY_MS = 5000

/** Lets twenty people each open a page every five seconds. Returns how long the pages took. */
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
