import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rateLimitSource } from '@/lib/teams/accounts/tries'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['unknown', 'unknown'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, source) => {
  expect(rateLimitSource(address)).toBe(source)
})

test('two addresses in one /64 are one source, and in two of them they are two', () => {
  const group = fc.integer({ min: 1, max: 0xffff }).map((number) => number.toString(16))
  const four = fc.tuple(group, group, group, group).map((parts) => parts.join(':'))
  fc.assert(
    fc.property(four, four, four, (front, back, other) => {
      expect(rateLimitSource(`${front}:${back}`)).toBe(rateLimitSource(`${front}:${other}`))
      expect(rateLimitSource(`${front}:${back}`) === rateLimitSource(`${other}:${back}`)).toBe(
        front === other,
      )
    }),
  )
})
