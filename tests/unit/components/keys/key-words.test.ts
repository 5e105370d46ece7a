import { expect, test } from 'vitest'
import { describeOtherServiceKey, describeRateSource, explainUncheckedKey } from '@/components/keys/key-words'

test('the source of a limit is stated, and a guess is called one', () => {
  expect(describeRateSource('account')).toBe('reported by the service')
  expect(describeRateSource('admin')).toBe('entered by you')
  expect(describeRateSource('provider')).toBe('the service’s documented limit')
  expect(describeRateSource('unknown')).toBe('assumed: 1 request a second until you set it')
})

test('an unchecked key shows why: its service was not asked yet, or says nothing about keys', () => {
  expect(explainUncheckedKey({ label: 'X API v2', tellsKeys: true })).toBe(
    'It has not been checked with X API v2 yet.',
  )
  expect(explainUncheckedKey({ label: 'TweetAPI', tellsKeys: false })).toBe(
    'TweetAPI does not report on keys, so a key is only tested by its calls.',
  )
})

test('a key of another service says what to do, and any other key says nothing', () => {
  expect(describeOtherServiceKey(null, { label: 'Xquik' })).toBeNull()
  expect(describeOtherServiceKey('the sandbox', { label: 'Xquik' })).toMatch(
    /^It was added for the sandbox and is never sent anywhere else\. Add a key for Xquik, or choose the sandbox again/,
  )
})
