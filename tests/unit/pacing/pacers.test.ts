import { expect, test } from 'vitest'
import { createPacers } from '@/lib/pacing'
import { makeVirtualClock } from '@/tests/factories/virtual-clock'
import { watch } from '@/tests/factories/watched-pacer'

const make = () => {
  const clock = makeVirtualClock()
  return { clock, pacers: createPacers(clock) }
}

test('a key has one pacer, and looking for it makes none', () => {
  const { pacers } = make()
  expect(pacers.find('k')).toBeNull()
  const pacer = pacers.for('k', 1)
  expect(pacers.for('k', 1)).toBe(pacer)
  expect(pacers.find('k')).toBe(pacer)
  expect(pacers.for('other', 1)).not.toBe(pacer)
})

test('a changed rate is set on the same pacer', () => {
  const { pacers } = make()
  const pacer = pacers.for('k', 1)
  pacers.for('k', 25)
  expect(pacer.figures()).toMatchObject({ packRate: 25, rate: 24.5 })
})

test('a key that was dropped rejects who waited, and begins anew', async () => {
  const { clock, pacers } = make()
  const pacer = pacers.for('k', 1)
  const { ask, names } = watch(pacer, clock)
  void ask('head')
  void ask('waits')
  await clock.advance(1)
  pacers.drop('k')
  await clock.advance(1)
  expect(names()[1]).toContain('taken out of use')
  expect(pacers.for('k', 1)).not.toBe(pacer)
})

test('closing rejects who waits for any key', async () => {
  const { clock, pacers } = make()
  const watched = ['a', 'b'].map((key) => watch(pacers.for(key, 1), clock))
  for (const { ask } of watched) for (const name of ['head', 'waits']) void ask(name)
  await clock.advance(1)
  pacers.closeAll()
  await clock.advance(1)
  for (const { names } of watched) expect(names()[1]).toContain('Purser is stopping')
})
