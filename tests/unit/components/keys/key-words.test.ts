import { expect, test } from 'vitest'
import { describeOtherServiceKey, describeRateSource, explainUncheckedKey } from '@/components/keys/key-words'

test('the source of a limit is stated, and a guess is called one', () => {
  expect(describeRateSource('account')).toBe('told by the service')
  expect(describeRateSource('admin')).toBe('said by you')
  expect(describeRateSource('provider')).toBe('the service’s documented limit')
  expect(describeRateSource('unknown')).toBe('a guess: 1 request a second until you say more')
})

test('an unchecked key shows why: its service was not asked yet, or says nothing about keys', () => {
  expect(explainUncheckedKey({ label: 'X API v2', tellsKeys: true })).toBe('X API v2 was not asked yet.')
  expect(explainUncheckedKey({ label: 'TweetAPI', tellsKeys: false })).toBe(
    'TweetAPI tells nothing about a key; it is tried with each call.',
  )
})

test('a key of another service says what to do, and any other key says nothing', () => {
  expect(describeOtherServiceKey(null, { label: 'Xquik' })).toBeNull()
  expect(describeOtherServiceKey('the sandbox', { label: 'Xquik' })).toMatch(
    /^It was added for the sandbox and is sent nowhere else\. Add a key of Xquik, or choose the sandbox again/,
  )
})
