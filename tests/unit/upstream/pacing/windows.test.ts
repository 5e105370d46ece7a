import { describe, expect, test } from 'vitest'
import { formatRate, OPERATION_NAMES, type Rate, toRequestsPerSecond } from '@/lib/kernel'
import { listFormOf } from '@/lib/upstream/client'
import { createPacers, type Pacer } from '@/lib/upstream/pacing'
import { readReadyProviders } from '@/lib/upstream/providers'
import { LIMITERS, type Limiter } from '@/tests/factories/limiters'
import { inTurn } from '@/tests/factories/saturation'
import { makeSlotRow } from '@/tests/factories/slot-row'
import { makeVirtualClock, type VirtualClock } from '@/tests/factories/virtual-clock'

/** `npm run test:long -- windows` sets 2000. */
const CALLS = Number(process.env.WINDOW_CALLS ?? 400)
/** Returns enough callers to use a whole rate, however long an answer takes. */
const callersFor = (rate: Rate) => Math.max(5, Math.ceil(toRequestsPerSecond(rate) * 0.2))
const LATENCY_MS = [40, 80, 60, 200]

/** The limits of every ready service: those of its keys, plans and paths. */
const OF_SERVICES = Object.values(await readReadyProviders()).flatMap((service) =>
  [
    service.rate,
    ...service.plans,
    ...OPERATION_NAMES.map((operation) => listFormOf(service, operation).rate),
  ].flatMap((rate) => (rate === null ? [] : { requests: rate.requests, windowMs: rate.perMs })),
)
const OTHERS: readonly Rate[] = [
  { requests: 900, windowMs: 15 * 60_000 },
  { requests: 15, windowMs: 15 * 60_000 },
]
const RATES = new Map([...OF_SERVICES, ...OTHERS].map((rate) => [formatRate(rate), rate]))
const KINDS = [
  'a fixed window by the wall clock',
  'a fixed window from the first request',
  'a sliding log',
  'a bucket of the whole rate',
]

/** Returns a limiter for a window of any length: one for a second, with its time scaled. */
const limiterOf = (kind: string, { requests, windowMs }: Rate, offset = 300): Limiter => {
  const judge = LIMITERS[kind]?.(requests, offset)
  if (!judge) throw new Error(`No limiter is called ${kind}`)
  return (ms) => judge((ms * 1000) / windowMs)
}

/**
 * Sends this many calls as fast as the pacers let them, each through the pacer and limiter of its key or
 * path.
 */
async function sendAll(
  clock: VirtualClock,
  ways: readonly { readonly pacer: Pacer; readonly limiter: Limiter }[],
  calls: number,
  callers = 5,
) {
  const arrivals: { way: number; at: number; isRefused: boolean }[] = []
  const latency = inTurn(LATENCY_MS)
  let toSend = calls
  const callForEver = async (way: number) => {
    const { pacer, limiter } = ways[way] ?? {}
    while (pacer && limiter && toSend-- > 0) {
      const slot = await pacer.slot()
      const at = clock.monotonic()
      const isRefused = !limiter(at)
      arrivals.push({ way, at, isRefused })
      await clock.sleep(latency())
      if (isRefused) slot.refused({ retryAfterMs: 1000 })
      else slot.answered()
    }
  }
  const all = ways.flatMap((_, way) => Array.from({ length: callers }, () => callForEver(way)))
  let isDone = false
  void Promise.all(all).then(() => {
    isDone = true
  })
  while (!isDone) await clock.advance(10_000)
  return arrivals
}

describe.each([...RATES])('at %s', (_, rate) => {
  // The slowest rates take days of virtual time.
  const isSlow = rate.requests < 20 && rate.windowMs > 60_000
  const calls = isSlow ? CALLS / 10 : Math.max(CALLS, 4 * toRequestsPerSecond(rate))

  test.each(KINDS)('against %s: nothing is refused, at nearly the whole rate', async (kind) => {
    const clock = makeVirtualClock()
    const pacer = createPacers(clock).for('k', rate, 'ref')
    const arrivals = await sendAll(
      clock,
      [{ pacer, limiter: limiterOf(kind, rate) }],
      calls,
      callersFor(rate),
    )
    expect(arrivals.filter(({ isRefused }) => isRefused)).toEqual([])
    const seconds = ((arrivals.at(-1)?.at ?? 0) - (arrivals[0]?.at ?? 0)) / 1000
    expect((arrivals.length - 1) / seconds / toRequestsPerSecond(rate)).toBeGreaterThanOrEqual(0.97)
  })

  test('two processes together stay within it, and use it', async () => {
    const clock = makeVirtualClock()
    const row = makeSlotRow(clock)
    const limiter = limiterOf('a sliding log', rate)
    const ways = [0, 1].map(() => ({ pacer: createPacers(clock, row).for('k', rate, 'ref'), limiter }))
    const arrivals = await sendAll(clock, ways, calls, callersFor(rate))
    expect(arrivals.filter(({ isRefused }) => isRefused)).toEqual([])
    const seconds = ((arrivals.at(-1)?.at ?? 0) - (arrivals[0]?.at ?? 0)) / 1000
    expect((arrivals.length - 1) / seconds / toRequestsPerSecond(rate)).toBeGreaterThanOrEqual(0.96)
  })
})

test.each(KINDS)(
  'rests between bursts change nothing: no window holds too many, against %s',
  async (kind) => {
    const rate = { requests: 120, windowMs: 60_000 }
    const clock = makeVirtualClock()
    const pacer = createPacers(clock).for('k', rate, 'ref')
    const limiter = limiterOf(kind, rate)
    const rests = inTurn([3000, 0, 20_000, 700, 65_000])
    for (let time = 0; time < 15; time++) {
      const arrivals = await sendAll(clock, [{ pacer, limiter }], 100)
      expect(arrivals.filter(({ isRefused }) => isRefused)).toEqual([])
      await clock.advance(rests())
    }
  },
)

test('after a rest five calls leave at once, so that a person does not wait for the second page', async () => {
  const clock = makeVirtualClock()
  const pacer = createPacers(clock).for('k', { requests: 300, windowMs: 15 * 60_000 }, 'ref')
  const sent: number[] = []
  const send = async () => {
    const slot = await pacer.slot()
    sent.push(clock.monotonic())
    slot.answered()
  }
  void send()
  await clock.advance(60_000)
  for (let call = 0; call < 7; call++) void send()
  await clock.advance(20_000)
  const after = sent.slice(1).map((at) => at - 60_000)
  expect(after.slice(0, 5).every((at) => at <= 250)).toBe(true)
  expect(after[5]).toBeGreaterThan(2900)
  expect((after[6] ?? 0) - (after[5] ?? 0)).toBeGreaterThan(2900)
})

describe('paths of a key', () => {
  const rate = { requests: 300, windowMs: 15 * 60_000 }

  test('each has its own pace: nothing is refused, and each runs at its whole rate', async () => {
    const clock = makeVirtualClock()
    const pacers = createPacers(clock)
    const paths = ['timeline', 'followers']
    const ways = paths.map((path) => ({
      pacer: pacers.for('k', rate, 'ref', 0, path),
      limiter: limiterOf('a sliding log', rate),
    }))
    const arrivals = await sendAll(clock, ways, 1200)
    expect(arrivals.filter(({ isRefused }) => isRefused)).toEqual([])
    const seconds = ((arrivals.at(-1)?.at ?? 0) - (arrivals[0]?.at ?? 0)) / 1000
    expect(arrivals.length / seconds / (2 * toRequestsPerSecond(rate))).toBeGreaterThanOrEqual(0.97)
  })

  test('one whose window is used up does not delay another', async () => {
    const clock = makeVirtualClock()
    const pacers = createPacers(clock)
    const [timeline, followers] = ['timeline', 'followers'].map((path) =>
      pacers.for('k', rate, 'ref', 0, path),
    )
    const slot = followers?.slot()
    await clock.advance(10)
    ;(await slot)?.answered({ remaining: 0, resetInMs: 600_000 })
    const left: string[] = []
    void followers?.slot().then(() => left.push('followers'))
    void timeline?.slot().then(() => left.push('timeline'))
    await clock.advance(599_000)
    expect(left).toEqual(['timeline'])
    expect(pacers.find('k')?.figures()).toMatchObject({
      queued: 1,
      allowed: rate,
      packRate: expect.closeTo(2 / 3, 5),
      pause: { why: 'window', path: 'followers' },
      sent: { interactive: 2 },
    })
    await clock.advance(5000)
    expect(left).toEqual(['timeline', 'followers'])
  })
})
