import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairQueue, type Place } from '@/lib/pacing/fair-queue'

/** A queue of named jobs. */
function make() {
  const queue = new FairQueue()
  const names = new Map<() => Promise<unknown>, string>()
  let ids = 0
  const add = (name: string, place: Partial<Place> = {}, times = 1) => {
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

test('what was refused goes before everybody', () => {
  const { add, take } = make()
  add('person')
  add('schedule', { rank: 'schedule', again: true })
  expect(take(3)).toEqual(['schedule', 'person', 'nobody'])
})

test('of a hundred slots, ninety are for people, five for runs, five for schedules', () => {
  const { add, take } = make()
  for (const rank of ['interactive', 'run', 'schedule'] as const) add(rank, { rank }, 100)
  const taken = take(100)
  expect(['interactive', 'run', 'schedule'].map((name) => count(taken, name))).toEqual([90, 5, 5])
})

test('runs go before schedules, and nobody’s slot is left empty', () => {
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

test('one that was removed is neither counted nor served, and its lane loses no turn', () => {
  const { queue, add, take } = make()
  add('gone', { id: 'x', lane: 'a' })
  add('gone', { id: 'y', lane: 'a', again: true })
  add('stays', { lane: 'a' })
  for (const id of ['x', 'y', 'x', 'unknown']) queue.remove(id)
  expect(queue.size).toBe(1)
  expect(queue.filter()).toHaveLength(1)
  expect(take(2)).toEqual(['stays', 'nobody'])
})

test('an order by number is not to be had', () => {
  expect(() => make().queue.setPriority()).toThrow('rank and lane')
})

test('everybody is served once, and each lane in its own order', () => {
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
