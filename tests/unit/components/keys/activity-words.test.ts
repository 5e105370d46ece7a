import { expect, test } from 'vitest'
import {
  describeActivity,
  describeActivityBriefly,
  describeKeyEvent,
  describeKeyStatus,
  describeWait,
} from '@/components/keys/activity-words'
import { createPacer } from '@/lib/upstream/pacing'
import { makeVirtualClock } from '@/tests/factories/virtual-clock'

const figures = createPacer({ rate: 25, clock: makeVirtualClock() }).figures()

test('describes what the key is doing', () => {
  expect(describeKeyStatus(null)).toBe('Idle')
  expect(describeKeyStatus({ ...figures, halted: 'The wallet is empty.', queued: 3 })).toBe(
    'Stopped: The wallet is empty.',
  )
  expect(describeKeyStatus({ ...figures, pausedForMs: 100, pauseAskedMs: 1000 })).toBe(
    'Paused for 100 ms: the API answered 429 and asked for 1.0 s',
  )
  expect(describeKeyStatus({ ...figures, queued: 3 })).toBe('Sending, up to 24.5 requests a second')
  expect(describeKeyStatus({ ...figures, queued: 3, rate: 20 })).toBe(
    'Sending, up to 20 requests a second, slowed after a 429',
  )
})

test('estimates when the last call leaves', () => {
  expect(describeWait(figures)).toBe('No calls waiting')
  expect(describeWait({ ...figures, queued: 50, lastLeavesInMs: 2040 })).toBe(
    'The last is sent in about 2.0 s',
  )
})

test('the text for screen readers names no member and no query', () => {
  expect(describeActivity({ ...figures, queued: 2, sentLastSecond: 1 })).toBe(
    'Sending, up to 24.5 requests a second. 1 call sent in the last second, 2 calls waiting.',
  )
})

test('a pause without a retry-after names none', () => {
  const pause = { kind: 'paused', seq: 1, at: 0, forMs: 100, askedMs: null } as const
  expect(describeKeyEvent(pause)).toBe('Paused for 100 ms: the API answered 429')
})

test('a table cell is brief', () => {
  expect(describeActivityBriefly(null)).toBe('Idle')
  expect(describeActivityBriefly({ ...figures, queued: 1200, sentLastSecond: 24 })).toBe(
    '1,200 waiting, 24/s',
  )
  expect(describeActivityBriefly({ ...figures, halted: 'x' })).toBe('Stopped')
})
