import { EventEmitter } from 'node:events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTurnQueue } from '@/lib/server/front/sign-in-queue'

const STRANGERS = { concurrency: 2, maxWaiting: 3 }
const LIMITS = { ...STRANGERS, maxOfName: 2 }

/** The queue passes a turn on in the next turn of the event loop. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Creates a queue, and records who is in. */
function open(limits: Parameters<typeof createTurnQueue>[0] = STRANGERS) {
  const queue = createTurnQueue(limits)
  const inside: number[] = []
  const responses = new Map<number, EventEmitter>()
  return {
    inside,
    come(who: number, name = '') {
      const response = new EventEmitter()
      const isIn = queue.join(name, response, () => inside.push(who))
      if (isIn) responses.set(who, response)
      return isIn
    },
    async leave(who: number) {
      responses.get(who)?.emit('close')
      responses.delete(who)
      const place = inside.indexOf(who)
      if (place >= 0) inside.splice(place, 1)
      await turn()
    },
    all: () => [...responses.keys()],
  }
}

test('it admits in order of arrival, lets some wait, and refuses the others', async () => {
  const { come, leave, inside } = open()
  expect([1, 2, 3, 4, 5, 6].map((who) => come(who))).toEqual([true, true, true, true, true, false])
  expect(inside).toEqual([1, 2])
  await leave(1)
  expect(inside).toEqual([3, 2].sort())
  // One that leaves while waiting makes room.
  await leave(4)
  expect(come(7)).toBe(true)
  await leave(2)
  expect(inside).toContain(5)
})

test('a name has its own limit, whatever is free', async () => {
  const { come, leave } = open(LIMITS)
  expect([come(1, 'a'), come(2, 'a'), come(3, 'a'), come(4, 'b')]).toEqual([true, true, false, true])
  await leave(1)
  expect(come(5, 'a')).toBe(true)
})

test('it never admits more than its limit, and forgets nobody', async () => {
  const steps = fc.array(fc.tuple(fc.boolean(), fc.nat(40)), { maxLength: 80 })
  await fc.assert(
    fc.asyncProperty(steps, async (moves) => {
      const { come, leave, inside, all } = open()
      for (const [n, [comes, who]] of moves.entries()) {
        if (comes) come(1000 + n)
        else await leave(all()[who % Math.max(1, all().length)] ?? -1)
        expect(inside.length).toBe(Math.min(LIMITS.concurrency, all().length))
      }
    }),
  )
})
