import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  readStoredContinuation,
  storeContinuation,
  usableContinuation,
} from '@/components/runs/kept-continuation'
import type { PageAnswer } from '@/lib/collect/runs'
import { BudgetStopError } from '@/lib/money/budgets/budget-stop'

const NOW = Date.UTC(2026, 10, 20, 12)
const MINUTE = 60_000
const place = { continuation: 'sealed', pages: 3, keptAt: NOW - 5 * MINUTE, problem: null }
const usable = (changes: object, pages = 3) =>
  usableContinuation(JSON.stringify({ ...place, ...changes }), pages, NOW) !== null

test('a place can be used if the run has no more pages than it knew of, or one more, whose answer was lost', () => {
  expect(usableContinuation(JSON.stringify(place), 3, NOW)).toEqual(place)
  expect(usable({}, 4)).toBe(true)
  expect(usable({}, 5)).toBe(false)
})

test('a place newer than the page shown can be used, because the browser went back', () => {
  expect(usable({}, 2)).toBe(true)
})

test('a place expires with its continuation', () => {
  expect(usable({ keptAt: NOW - 15 * MINUTE + 1 })).toBe(true)
  expect(usable({ keptAt: NOW - 15 * MINUTE })).toBe(false)
})

test('a place whose answer was lost is sent to the server, however old it is', () => {
  expect(usable({ keptAt: NOW - 29 * MINUTE }, 4)).toBe(true)
  expect(usable({ keptAt: NOW - 29 * MINUTE }, 5)).toBe(false)
})

const problem = { kind: 'refused', charged: 'no', message: 'Refused.', upstreamWords: null }

test.each([
  ['no problem', null, true],
  ['a problem', problem, true],
  ['a problem in the API’s words', { ...problem, charged: 'unknown', upstreamWords: 'Busy' }, true],
  ['a charge that is neither no nor unknown', { ...problem, charged: 'perhaps' }, false],
  ['a message that is no text', { ...problem, message: { html: 'x' } }, false],
  ['words that are no text', { ...problem, upstreamWords: 7 }, false],
])('a stored place with %s', (_, stored, isUsable) => {
  expect(usable({ problem: stored })).toBe(isUsable)
})

test.each([[null], [''], ['sealed'], ['null'], ['[]'], ['{"continuation":7}']])(
  '%j is no place',
  (stored) => {
    expect(usableContinuation(stored, 0, NOW)).toBeNull()
  },
)

const totals = {
  pages: 1,
  items: 20,
  chargeNano: 3_000_000n,
  unpricedItems: 0,
  unknownCalls: 0,
  unknownItems: 0,
  newItems: 0,
  reusedPages: 0,
  reusedItems: 0,
}
const bought: PageAnswer = {
  runId: 'run-1',
  totals,
  continuation: 'next',
  endReason: null,
  page: { pageNumber: 1, items: [], chargeNano: 3_000_000n, latencyMs: 80, waitedMs: 0 },
  hidden: [],
  problem: null,
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what an answer gave is read back, by run', () => {
  storeContinuation(bought)
  expect(readStoredContinuation('run-1', 1)).toEqual({
    continuation: 'next',
    pages: 1,
    keptAt: NOW,
    problem: null,
  })
  expect(readStoredContinuation('run-2', 1)).toBeNull()
})

test('a problem is stored with the way to try again, and removed by the next page', () => {
  const words = { charged: 'unknown', message: 'No answer came.', upstreamWords: null } as const
  storeContinuation({
    ...bought,
    continuation: 'again',
    page: null,
    problem: { kind: 'out_of_reach', ...words },
  })
  expect(readStoredContinuation('run-1', 1)).toMatchObject({ continuation: 'again', problem: words })
  storeContinuation(bought)
  expect(readStoredContinuation('run-1', 1)?.problem).toBeNull()
})

test('a budget’s refusal is stored without the amounts, which another day may not be true', () => {
  const { message } = BudgetStopError.spent(
    { id: 'b', teamId: 't', name: 'Team: day', unit: 'credits' },
    { left: 8_300_000_000n, needed: 10_000_000_000n, resetsAt: null, timeZone: 'UTC', admins: ['Ada'] },
  )
  expect(message).toContain('8.30 credits left')
  const problem = { kind: 'budget_stopped', charged: 'no', message, upstreamWords: null } as const
  storeContinuation({ ...bought, page: null, problem })
  expect(readStoredContinuation('run-1', 1)?.problem?.message).toBe(
    'The budget “Team: day” refused this page.',
  )
})

test('the last page removes the place', () => {
  storeContinuation(bought)
  storeContinuation({ ...bought, continuation: null, endReason: 'last_page' })
  expect(readStoredContinuation('run-1', 1)).toBeNull()
})

test('expired places are removed at the next answer of any run; other entries stay', () => {
  localStorage.setItem('theme', 'dark')
  storeContinuation(bought)
  vi.advanceTimersByTime(15 * 60_000 + 1)
  storeContinuation({ ...bought, runId: 'run-2' })
  expect([localStorage.length, localStorage.getItem('theme')]).toEqual([2, 'dark'])
  expect(readStoredContinuation('run-1', 1)).toBeNull()
  expect(readStoredContinuation('run-2', 1)).not.toBeNull()
})

test('a browser that forbids storage loses the place, not the answer', () => {
  const forbid = () => {
    throw new DOMException('Forbidden', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: forbid, setItem: forbid, removeItem: forbid })
  expect(() => storeContinuation(bought)).not.toThrow()
  expect(readStoredContinuation('run-1', 1)).toBeNull()
})
