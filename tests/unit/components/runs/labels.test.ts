import { afterEach, expect, test } from 'vitest'
import {
  describeCallItems,
  describePageSize,
  isChargeKnown,
  numberAttempts,
  OUTCOME_LABELS,
} from '@/components/runs/call-labels'
import { describeEndReason } from '@/components/runs/end-words'
import {
  describeExceededCap,
  describeNewItems,
  describePage,
  describeReused,
  describeRunCharge,
  describeRunState,
} from '@/components/runs/labels'
import { describePause, describeStopConditions, describeWait } from '@/components/runs/progress-words'
import type { EndReason, RunView } from '@/lib/collect/runs'
import { showTeam } from '@/tests/support/shown-team'

afterEach(() => showTeam(null))

const nothing = {
  pages: 0,
  items: 0,
  chargeNano: 0n,
  unpricedItems: 0,
  unknownCalls: 0,
  unknownItems: 0,
  newItems: 0,
  reusedPages: 0,
  reusedItems: 0,
}
const NO_CAPS = { capItems: null, capNano: null, subjects: null }
const totals = { ...nothing, pages: 2, items: 120, chargeNano: 18_000_000_000n }

test('a run’s charge shows the credits, and the items without a known price', () => {
  expect(describeRunCharge(totals)).toBe('18 credits')
  expect(describeRunCharge({ ...totals, chargeNano: 15_000_000_000n, unpricedItems: 20 })).toBe(
    '15 credits + 20 items without a known price',
  )
  expect(describeRunCharge({ ...totals, chargeNano: 0n, unpricedItems: 120 })).toBe(
    '120 items without a known price',
  )
})

test('a run with unknown calls has an unknown charge, with a maximum of items', () => {
  const lost = { unknownCalls: 1, unknownItems: 100 }
  expect(describeRunCharge(nothing)).toBe('0 credits')
  expect(describeRunCharge({ ...nothing, ...lost })).toBe('Unknown (1 call, at most 100 items)')
  expect(describeRunCharge({ ...totals, ...lost })).toBe('18 credits + unknown (1 call, at most 100 items)')
})

test('a run’s state says why it ended', () => {
  const stateOf = (endReason: EndReason | null, isInBackground = false) =>
    describeRunState({ ...totals, endReason, isInBackground })
  expect(stateOf(null)).toBe('More available')
  expect(describeRunState({ ...totals, pages: 0, endReason: null, isInBackground: false })).toBe(
    'No page yet',
  )
  expect(stateOf(null, true)).toBe('Running')
  expect(stateOf('last_page', true)).toBe('Complete')
  expect(stateOf('repeated_cursor')).toBe('Ended early: a page came again')
  expect(stateOf('repeated_page')).toBe('Ended early: a page came again')
  expect(stateOf('provider_test')).toBe('Test of the provider')
  expect(stateOf('unusable_cursor')).toBe('Ended early: no way to the next page')
  expect(stateOf('empty_page')).toBe('Ended early: only empty pages')
})

test.each([
  ['SETTLED', 20, 3_000_000_000n, 'Settled', '20', true],
  ['SETTLED', 20, null, 'Settled', '20', false],
  ['FREE', 0, null, 'Not charged', '0', true],
  ['UNKNOWN', 0, null, 'Unknown', 'Unknown', false],
] as const)(
  'a call that ended %s with %i items and the charge %s',
  (outcome, items, chargeNano, ended, got, isKnown) => {
    const call = { outcome, items, chargeNano, operation: 'timeline', reservedItems: 100 } as const
    expect([OUTCOME_LABELS[outcome].word, describeCallItems(call), isChargeKnown(call)]).toEqual([
      ended,
      got,
      isKnown,
    ])
  },
)

const calls = [3, 2, 2, 2, 1, 1].map((pageNumber) => ({ pageNumber }))
const triesOf = (isWhole: boolean) => numberAttempts(calls, isWhole).map(({ tryNumber }) => tryNumber)

test('tries at a page are counted from the oldest', () => {
  expect(triesOf(true)).toEqual([1, 3, 2, 1, 2, 1])
  expect(numberAttempts([], true)).toEqual([])
})

test('if older calls are left out, the tries at the oldest page are unknown', () => {
  expect(triesOf(false)).toEqual([1, 3, 2, 1, null, null])
})

test('the new items of a run are all those of a first run; for a later one, its repeats are shown with their cost', () => {
  const later = { isBaseline: false }
  expect(describeNewItems({ isBaseline: true }, { ...totals, newItems: 120 })).toBe('120 (first run)')
  expect(describeNewItems({ isBaseline: true }, { ...nothing, pages: 1 })).toBe('0')
  expect(describeNewItems({ isBaseline: true }, { ...nothing, reusedItems: 5, newItems: 5 })).toBe(
    '5 (first run)',
  )
  // Another first run at the same time brought the other items.
  expect(describeNewItems({ isBaseline: true }, { ...totals, newItems: 20 })).toBe(
    '20 · 100 bought again (15 credits)',
  )
  expect(describeNewItems(later, { ...totals, newItems: 120 })).toBe('120')
  expect(describeNewItems(later, { ...totals, newItems: 20 })).toBe('20 · 100 bought again (15 credits)')
  // The price of an item depends on the size of the page, so the cost of some is a share.
  const uneven = { ...totals, items: 1050, newItems: 50, chargeNano: 1_150_000_000_000n }
  expect(describeNewItems(later, uneven)).toBe('50 · 1,000 bought again (about 1,095.2381 credits)')
  const since = new Date('2026-01-02T03:04:00Z')
  expect(describeReused(totals, null)).toBeNull()
  expect(describeReused({ ...totals, reusedItems: 100 }, since)).toBe(
    '+ 100 bought before (since 2 Jan 2026, 03:04), free of charge',
  )
})

test('a run that found nothing says so, and what to do', () => {
  const found = { ...nothing, pages: 1 }
  expect(describeEndReason('last_page', found, NO_CAPS)).toBe(
    'Nothing was found. Change what the search asks, and run it again.',
  )
  for (const some of [totals, { ...found, reusedItems: 3 }])
    expect(describeEndReason('last_page', some, NO_CAPS)).toBe('That was the last page.')
  expect(describeEndReason('cancelled', found, NO_CAPS)).toBe(
    'The run was cancelled. What was bought is kept.',
  )
})

test('a run that reached its cap says which one, and how much', () => {
  const ended = (caps: object, subjects: RunView['subjects'] = null) =>
    describeEndReason('cap_reached', totals, { ...NO_CAPS, subjects, ...caps })
  expect(ended({ capItems: 120 })).toBe(
    'The run has reached its cap of 120 items: one more page might exceed it.',
  )
  expect(ended({ capNano: 20_000_000_000n })).toContain('its cap of 20 credits:')
  expect(ended({ capItems: 1000, capNano: 20_000_000_000n })).toContain('its cap of 20 credits:')
  expect(ended({ capItems: 120, capNano: 90_000_000_000n })).toContain('its cap of 120 items:')
  expect(ended({ capItems: 120 }, { waiting: 0, running: 0, failed: 0 })).toContain('Each subject has')
  expect(ended({})).toContain('has reached its cap: one more')
})

test('the stop conditions of a run are described in a sentence', () => {
  const none = { capItems: null, capNano: null, untilAt: null, untilKnown: false }
  expect(describeStopConditions(none)).toBe('It stops at the last page.')
  expect(describeStopConditions({ ...none, capItems: 1000, untilKnown: true })).toBe(
    'It stops at 1,000 items, or at known items, or at the last page.',
  )
})

test('a page larger than its reservation is flagged, but not a large page of a service that sells such pages', () => {
  const call = { reservedItems: 100 }
  expect(describePageSize({ ...call, items: 100 })).toBe('100')
  expect(describePageSize({ ...call, items: 250 })).toBe('250, over the 100 reserved')
  expect(describePageSize({ items: 1000, reservedItems: 1000 })).toBe('1,000')
  expect(describePageSize({ ...call, items: 30, reservedItems: 20 })).toBe('30, over the 20 reserved')
})

test('a run that exceeded its cap says so', () => {
  const none = { capItems: null, capNano: null }
  const came = { items: 100, chargeNano: 15_000_000_000n }
  expect(describeExceededCap(none, came)).toBeNull()
  expect(describeExceededCap({ capItems: 100, capNano: 15_000_000_000n }, came)).toBeNull()
  expect(describeExceededCap({ ...none, capItems: 20 }, came)).toBe(
    'It came to 100 items, more than its cap of 20: the API’s page was larger than asked for.',
  )
  expect(describeExceededCap({ ...none, capNano: 3_000_000_000n }, came)).toMatch(
    /^It came to 15 credits, more than its cap of 3:/,
  )
})

test('the API is said to have asked for a pause only if it did', () => {
  const key = { queued: 1, sentLastSecond: 1, pausedForMs: 100 }
  expect(describePause({ ...key, wasAskedToPause: true })).toBe('the API has asked for a pause')
  expect(describePause({ ...key, wasAskedToPause: false })).not.toContain('asked')
})

test('a page that arrived is announced with its items, counted from one', () => {
  expect(describePage({ page: 2, first: 50, last: 99 })).toBe('Loaded page 2 (items 51–100).')
  expect(describePage({ page: 12, first: 1100, last: 1199 })).toBe('Loaded page 12 (items 1,101–1,200).')
  expect(describePage({ page: 3, first: null, last: null })).toBe('Page 3 is empty.')
})

test('a run that waits for its service’s limit says until when', () => {
  showTeam({ timeZone: 'Europe/Berlin' })
  const until = new Date('2026-11-27T13:32:00Z')
  const saying = (now: string) => describeWait(until, new Date(now).getTime())
  expect(saying('2026-11-27T13:20:00Z')).toBe('Waiting for the service’s limit until 14:32')
  expect(saying('2026-11-25T13:20:00Z')).toMatch(/until .*27.*14:32/)
})
