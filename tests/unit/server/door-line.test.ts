import { EventEmitter } from 'node:events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLine } from '@/lib/server/cli/door-line.mjs'

const LIMITS = { atOnce: 2, mostWaiting: 3, mostOfName: 2 }
const STRANGERS = { ...LIMITS, mostOfName: 100 }

/** A line, and who is in. */
function open(limits = STRANGERS) {
  const line = createLine(limits)
  const inside: number[] = []
  const responses = new Map<number, EventEmitter>()
  return {
    inside,
    come(who: number, name = '') {
      const response = new EventEmitter()
      const isIn = line.join(name, response, () => inside.push(who))
      if (isIn) responses.set(who, response)
      return isIn
    },
    leave(who: number) {
      responses.get(who)?.emit('close')
      responses.delete(who)
      const place = inside.indexOf(who)
      if (place >= 0) inside.splice(place, 1)
    },
    all: () => [...responses.keys()],
  }
}

test('admits in order of coming, lets some wait, and refuses the others', () => {
  const { come, leave, inside } = open()
  expect([1, 2, 3, 4, 5, 6].map((who) => come(who))).toEqual([true, true, true, true, true, false])
  expect(inside).toEqual([1, 2])
  leave(1)
  expect(inside).toEqual([3, 2].sort())
  // Who leaves while waiting makes room.
  leave(4)
  expect(come(7)).toBe(true)
  leave(2)
  expect(inside).toContain(5)
})

test('one name has its places, whatever is free', () => {
  const { come, leave } = open(LIMITS)
  expect([come(1, 'a'), come(2, 'a'), come(3, 'a'), come(4, 'b')]).toEqual([true, true, false, true])
  leave(1)
  expect(come(5, 'a')).toBe(true)
})

test('it never admits more than its number, and nobody is forgotten', () => {
  const steps = fc.array(fc.tuple(fc.boolean(), fc.nat(40)), { maxLength: 80 })
  fc.assert(
    fc.property(steps, (moves) => {
      const { come, leave, inside, all } = open()
      moves.forEach(([comes, who], n) => {
        if (comes) come(1000 + n)
        else leave(all()[who % Math.max(1, all().length)] ?? -1)
        expect(inside.length).toBe(Math.min(LIMITS.atOnce, all().length))
      })
    }),
  )
})
