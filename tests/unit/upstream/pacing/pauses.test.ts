import { expect, test } from 'vitest'
import { pauseAfterRefusal } from '@/lib/upstream/pacing/adaptation'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test.each([
  [1000, [0.1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]],
  [MINUTE, [0.6, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]],
  [15 * MINUTE, [9, 30, 60, 120, 240, 480, 900, 900, 900, 900, 900, 900]],
  [24 * HOUR, [60, 300, 600, 1200, 2400, 3600, 3600, 3600, 3600, 3600, 3600, 3600]],
])('in a window of %i ms, while no wait is stated, pauses grow (s)', (windowMs, pauses) => {
  const grown = pauses.map(
    (_, knocks) => pauseAfterRefusal({ askedMs: null, consecutiveRefusals: knocks, windowMs }) / 1000,
  )
  expect(grown).toEqual(pauses)
})

test.each([
  ['about a second', 1000, 1000, [100, 1000, 1000]],
  ['less than a short pause', 70, 1000, [70, 70, 2000]],
  ['nothing', 0, 1000, [50, 50, 2000]],
  ['twelve seconds', 12_000, 1000, [12_000, 12_000, 12_000]],
  ['a second of a minute', 1000, MINUTE, [1000, 1000, 4000]],
  ['two days', 48 * HOUR, 1000, [24 * HOUR, 24 * HOUR, 24 * HOUR]],
])(
  'if the refusal asks for %s, that counts, and more once so short a wait did not help',
  (_, askedMs, windowMs, pauses) => {
    expect(
      [0, 1, 2].map((knocks) => pauseAfterRefusal({ askedMs, consecutiveRefusals: knocks, windowMs })),
    ).toEqual(pauses)
  },
)
