import { expect, test } from 'vitest'
import { createPacers, KEY_REPLACED } from '@/lib/upstream/pacing'
import { makeVirtualClock } from '@/tests/factories/virtual-clock'

test('a replaced key gets its own pacer; its waiting calls are rejected with the reason, older rows change nothing', async () => {
  const clock = makeVirtualClock()
  const pacers = createPacers(clock)
  const former = pacers.for('k', 1, 'ref-a')
  expect(pacers.for('k', 1, 'ref-b')).toBe(former)
  expect(pacers.sinceOf('k')).toBe(0)
  const waiting = Array.from({ length: 3 }, () =>
    former.slot().then(
      () => 'left',
      (why: unknown) => why,
    ),
  )
  const next = pacers.for('k', 1, 'ref-b', 5)
  expect(next).not.toBe(former)
  expect((await Promise.all(waiting)).filter((why) => why === KEY_REPLACED).length).toBeGreaterThan(0)
  expect(pacers.sinceOf('k')).toBe(5)
  for (const [ref, since] of [
    ['ref-a', 0],
    ['ref-a', 4],
    ['ref-a', 5],
    ['ref-b', 9],
  ] as const)
    expect(pacers.for('k', 1, ref, since)).toBe(next)
  // The change back counts too, since the order decides, not the reference.
  expect(pacers.for('k', 1, 'ref-a', 10)).not.toBe(next)
})

test('the pace belongs to the API key: another row of the new one shares it', () => {
  const clock = makeVirtualClock()
  const pacers = createPacers(clock)
  pacers.for('other', 10, 'ref-b')
  pacers.for('k', 1, 'ref-a')
  const moved = pacers.for('k', 10, 'ref-b', 1)
  pacers.for('other', 25, 'ref-b')
  expect(moved.figures().packRate).toBe(25)
})
