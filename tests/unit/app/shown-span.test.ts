import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeSpan } from '@/app/(dashboard)/[team]/usage/query'
import { showTeam } from '@/tests/support/shown-team'

beforeEach(() => showTeam({ timeZone: 'Europe/Berlin' }))
afterEach(() => showTeam(null))

const between = (from: string, to: string) => describeSpan({ from: new Date(from), to: new Date(to) })

test('a span of whole days names its last day, any other its exact ends', () => {
  expect(between('2026-11-19T23:00:00Z', '2026-11-26T23:00:00Z')).toBe('20 Nov 2026 to 26 Nov 2026')
  expect(between('2026-11-25T23:00:00Z', '2026-11-26T23:00:00Z')).toBe('26 Nov 2026')
  // This Sunday in October has 25 hours.
  expect(between('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')).toBe('25 Oct 2026')
  expect(between('2026-11-26T11:00:00Z', '2026-11-26T12:00:00Z')).toBe(
    '26 Nov 2026, 12:00 to 26 Nov 2026, 13:00',
  )
})
