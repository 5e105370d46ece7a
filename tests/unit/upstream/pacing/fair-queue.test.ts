import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairQueue, type QueueRank } from '@/lib/upstream/pacing/fair-queue'

/** Creates a queue of named jobs. */
function make() {
  const queue = new FairQueue()
  const names = new Map<() => Promise<unknown>, string>()
  let ids = 0
  const add = (name: string, place: Partial<QueueRank> = {}, times = 1) => {
    for (let time = 0; time < times; time++) {
      const job = () => Promise.resolve()
      names.set(job, name)
      queue.enqueue(job, { id: String(ids++), ...place })
    }
  }
  const take = (count: number) =>
    Array.from({ length: count }, () => names.get(queue.dequeue() ?? (() => Promise.resolve())) ?? 'nobody')
  return { queue, add, take }
}

const count = (taken: readonly string[], name: string) => taken.filter((other) => other === name).length

test('a refused call goes before all others', () => {
  const { add, take } = make()
  add('person')
  add('schedule', { rank: 'schedule', goesFirst: true })
  expect(take(3)).toEqual(['schedule', 'person', 'nobody'])
})

test('of a hundred slots, ninety are for people, five for runs, five for schedules', () => {
  const { add, take } = make()
  for (const rank of ['interactive', 'run', 'schedule'] as const) add(rank, { rank }, 100)
  const taken = take(100)
  expect(['interactive', 'run', 'schedule'].map((name) => count(taken, name))).toEqual([90, 5, 5])
})

test('of a hundred slots, the gateway has seventy, people twenty, runs five, schedules five', () => {
  const { add, take } = make()
  const ranks = ['gateway', 'interactive', 'run', 'schedule'] as const
  for (const rank of ranks) add(rank, { rank }, 100)
  const taken = take(100)
  expect(ranks.map((name) => count(taken, name))).toEqual([70, 20, 5, 5])
})

test('a share that nobody wants goes to the gateway: no slot stays empty, and each of two services has half', () => {
  const { add, take } = make()
  for (const lane of ['a', 'b']) add(lane, { rank: 'gateway', lane }, 60)
  const taken = take(100)
  expect(['a', 'b'].map((name) => count(taken, name))).toEqual([50, 50])
})

test('runs go before schedules, and no slot stays empty', () => {
  const { add, take } = make()
  add('schedule', { rank: 'schedule' }, 2)
  add('run', { rank: 'run' }, 2)
  expect(take(5)).toEqual(['run', 'run', 'schedule', 'schedule', 'nobody'])
})

test('lanes of a rank take turns', () => {
  const { add, take } = make()
  add('a', { lane: 'a' }, 3)
  add('b', { lane: 'b' }, 1)
  add('c', { lane: 'c' }, 2)
  expect(take(6)).toEqual(['a', 'b', 'c', 'a', 'c', 'a'])
})

test('a removed job is neither counted nor served, and its lane loses no turn', () => {
  const { queue, add, take } = make()
  add('gone', { id: 'x', lane: 'a' })
  add('gone', { id: 'y', lane: 'a', goesFirst: true })
  add('stays', { lane: 'a' })
  for (const id of ['x', 'y', 'x', 'unknown']) queue.remove(id)
  expect(queue.size).toBe(1)
  expect(queue.filter()).toHaveLength(1)
  expect(take(2)).toEqual(['stays', 'nobody'])
})

test('an order by number is not supported', () => {
  expect(() => make().queue.setPriority()).toThrow('rank and lane')
})

test('every job is served once, and each lane in its own order', () => {
  const rank = fc.constantFrom('interactive' as const, 'run' as const, 'schedule' as const)
  const place = fc.record({ rank, lane: fc.constantFrom('a', 'b', 'c'), isGone: fc.boolean() })
  fc.assert(
    fc.property(fc.array(place, { maxLength: 80 }), (places) => {
      const { queue, add, take } = make()
      for (const [id, { rank, lane }] of places.entries()) add(String(id), { rank, lane, id: String(id) })
      for (const [id, { isGone }] of places.entries()) if (isGone) queue.remove(String(id))
      const stay = [...places.entries()].filter(([, { isGone }]) => !isGone)
      expect(queue.size).toBe(stay.length)
      const taken = take(stay.length).map(Number)
      expect(taken.toSorted((a, b) => a - b)).toEqual(stay.map(([id]) => id))
      const laneOf = (id: number) => `${places[id]?.rank} ${places[id]?.lane}`
      for (const [place, id] of taken.entries())
        for (const later of taken.slice(place + 1))
          if (laneOf(id) === laneOf(later)) expect(id).toBeLessThan(later)
    }),
    { numRuns: 100 },
  )
})

const ranks = ['interactive', 'run', 'schedule'] as const
const calls = fc.array(
  fc.record({
    rank: fc.constantFrom(...ranks),
    lane: fc.constantFrom('a', 'b', 'c', 'd'),
    isGone: fc.boolean(),
    /** The number of slots taken before this job arrives. */
    takenBefore: fc.nat({ max: 2 }),
  }),
  { maxLength: 120 },
)

test('no job is lost or served twice, whichever jobs arrive, leave and are served meanwhile', () => {
  fc.assert(
    fc.property(calls, (arrivals) => {
      const { queue, add, take } = make()
      const taken: string[] = []
      const gone = new Set<string>()
      for (const [id, { rank, lane, isGone, takenBefore }] of arrivals.entries()) {
        taken.push(...take(takenBefore))
        add(String(id), { rank, lane, id: String(id) })
        // An earlier job leaves; if it was served already, its leaving changes nothing.
        const leaver = String(Math.floor(id / 2))
        if (isGone && !taken.includes(leaver)) gone.add(leaver)
        if (isGone) queue.remove(leaver)
      }
      expect(queue.size).toBe(queue.filter().length)
      taken.push(...take(queue.size))
      const served = taken.filter((name) => name !== 'nobody').map(Number)
      const expected = arrivals.map((_, id) => id).filter((id) => !gone.has(String(id)))
      expect(served.toSorted((a, b) => a - b)).toEqual(expected)
      const first = new Map<string, number>()
      for (const id of served) {
        const lane = `${arrivals[id]?.rank} ${arrivals[id]?.lane}`
        expect(id).toBeGreaterThan(first.get(lane) ?? -1)
        first.set(lane, id)
      }
      expect(queue.size).toBe(0)
    }),
    { numRuns: 200 },
  )
})

test('no lane starves: however many people call, a background lane is served within its turn', () => {
  const lanes = fc.integer({ min: 1, max: 6 })
  fc.assert(
    fc.property(lanes, lanes, fc.nat({ max: 40 }), (runs, schedules, before) => {
      const { add, take } = make()
      const refill = () => add('person', { lane: 'people' })
      refill()
      for (let slot = 0; slot < before; slot++) {
        take(1)
        refill()
      }
      const names = [
        ...Array.from({ length: runs }, (_, lane) => ['run', `run ${lane}`] as const),
        ...Array.from({ length: schedules }, (_, lane) => ['schedule', `schedule ${lane}`] as const),
      ]
      for (const [rank, name] of names) add(name, { rank, lane: name }, 3)
      const taken: string[] = []
      for (let slot = 0; slot < 20 * Math.max(runs, schedules); slot++) {
        taken.push(...take(1))
        refill()
      }
      for (const [, name] of names) expect(taken).toContain(name)
    }),
    { numRuns: 100 },
  )
})

test('lanes of a rank differ by one call at most, as long as all of them have calls waiting', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ranks),
      fc.array(fc.integer({ min: 20, max: 40 }), { minLength: 2, maxLength: 6 }),
      fc.integer({ min: 1, max: 40 }),
      (rank, lengths, slots) => {
        const { add, take } = make()
        for (const [lane, length] of lengths.entries())
          add(String(lane), { rank, lane: String(lane) }, length)
        const taken = take(Math.min(slots, 20 * lengths.length))
        const served = lengths.map((_, lane) => count(taken, String(lane)))
        expect(Math.max(...served) - Math.min(...served)).toBeLessThanOrEqual(1)
      },
    ),
    { numRuns: 100 },
  )
})
