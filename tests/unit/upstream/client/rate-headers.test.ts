import { describe, expect, test } from 'vitest'
import { readProvider } from '@/lib/upstream/client'
import { msUntilReset, readRateHeaders } from '@/lib/upstream/client/rate-headers'
import { NOW } from './server'

const SECONDS = NOW.getTime() / 1000
const NAMED = readProvider({
  rateHeaders: { limit: 'X-Limit', remaining: 'x-left', reset: 'x-reset' },
})
const read = (headers: Readonly<Record<string, string>>, provider = NAMED) =>
  readRateHeaders(new Map(Object.entries(headers)), provider, NOW)
const resetOf = (reset: string, date?: string) =>
  read({ 'x-reset': reset, ...(date !== undefined && { date }) })?.resetInMs

describe('what an answer reports about its limit', () => {
  test('is the limit, what is left of it, and when it resets', () => {
    expect(read({ 'x-limit': '300', 'x-left': '0', 'x-reset': '60' })).toEqual({
      limit: 300,
      remaining: 0,
      resetInMs: 60_000,
    })
    expect(read({ 'x-left': ' 7 ' })).toEqual({ remaining: 7 })
  })

  test('is nothing if the provider names no header, or the answer has none', () => {
    expect(read({ 'x-limit': '300' }, readProvider({}))).toBeUndefined()
    expect(read({ 'content-type': 'text/plain' })).toBeUndefined()
  })

  test.each(['', 'many', '-1', '1.5', '1e3', '9999999999'])('is no count: %j', (count) => {
    expect(read({ 'x-limit': count, 'x-left': count })).toBeUndefined()
  })
})

describe('when a limit resets', () => {
  test.each([
    ['in seconds from now', '12', 12_000],
    ['in parts of a second', '0.25', 250],
    ['now', '0', 0],
    ['as seconds since 1970', String(SECONDS + 90), 90_000],
    ['as a part of a second since 1970', String(SECONDS + 0.5), 500],
    ['as milliseconds since 1970', String(NOW.getTime() + 1500), 1500],
    ['as ISO 8601', new Date(NOW.getTime() + 90_000).toISOString(), 90_000],
    ['with an offset', new Date(NOW.getTime() + 3_690_000).toISOString().replace('Z', '+01:00'), 90_000],
    ['in the past', String(SECONDS - 90), 0],
  ])('%s', (_, reset, ms) => {
    expect(resetOf(reset)).toBe(ms)
  })

  test.each([
    '',
    'soon',
    '-5',
    'Fri, 20 Nov 2026 12:00:02 GMT',
    '2026-13-45T12:00:00Z',
    '86401',
    String(SECONDS + 86_401),
    '1e9',
  ])('is not stated by %j', (reset) => {
    expect(resetOf(reset)).toBeUndefined()
  })

  test('is measured by the service’s own clock if its date shows that the two differ', () => {
    const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toUTCString()
    // The service's clock is ten minutes off, and the moment that it names lies a minute from its own now.
    expect(resetOf(String(SECONDS + 660), at(600))).toBe(60_000)
    expect(resetOf(String(SECONDS - 540), at(-600))).toBe(60_000)
    expect(resetOf(String(NOW.getTime() + 660_000), at(600))).toBe(60_000)
    // A date a few seconds behind may have been delayed on its way, or be right: the longer wait is safe.
    expect(resetOf(String(SECONDS + 60), at(-2))).toBe(62_000)
    expect(resetOf(String(SECONDS + 60), at(2))).toBe(60_000)
    // Seconds from now need no clock.
    expect(resetOf('60', at(600))).toBe(60_000)
    expect(resetOf(String(SECONDS + 60), 'no date')).toBe(60_000)
  })
})

describe('after a refusal', () => {
  const waitAfter = (headers: Readonly<Record<string, string>>, provider = readProvider({})) =>
    msUntilReset(new Map(Object.entries(headers)), provider, NOW)

  test.each(['x-rate-limit-reset', 'x-ratelimit-reset', 'ratelimit-reset'])(
    'the usual header %s is read if the provider names none',
    (header) => {
      expect(waitAfter({ [header]: String(SECONDS + 900) })).toBe(900_000)
    },
  )

  test('only the named header is read if the provider names one', () => {
    expect(waitAfter({ 'x-rate-limit-reset': '60' }, NAMED)).toBeNull()
    expect(waitAfter({ 'x-reset': '60', 'x-rate-limit-reset': '5' }, NAMED)).toBe(60_000)
  })

  test('without such a header, no wait is known', () => {
    expect(waitAfter({})).toBeNull()
  })
})
