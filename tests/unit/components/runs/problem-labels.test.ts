import { expect, test } from 'vitest'
import {
  canCheckResumeKey,
  describeProblemCharge,
  keyAdvice,
  problemTitle,
  providerAdvice,
} from '@/components/runs/problem-alert'

test('every kind has its own title, and an unknown kind has the general one', () => {
  const kinds = [
    'rate_limited',
    'key_refused',
    'wallet_empty',
    'not_found',
    'bad_request',
    'cursor_refused',
    'upstream_down',
    'not_understood',
    'out_of_reach',
    'key_disabled',
    'stopping',
    'cancelled',
  ]
  expect(new Set(kinds.map(problemTitle)).size).toBe(kinds.length)
  expect(problemTitle(undefined)).toBe('The page did not arrive')
  expect(problemTitle('new')).toBe('The page did not arrive')
})

test('the provider is mentioned only if it may be the cause', () => {
  expect(providerAdvice('not_understood')).toContain('Test the provider')
  expect(providerAdvice('not_found')).toContain('path')
  for (const kind of [
    'cursor_refused',
    'key_refused',
    'wallet_empty',
    'upstream_down',
    'rate_limited',
    undefined,
  ])
    expect(providerAdvice(kind)).toBeNull()
})

test('if the key does not work, each is told what to do: admins to check it, others to ask', () => {
  for (const kind of ['wallet_empty', 'key_refused', 'key_disabled']) {
    expect(keyAdvice(kind, false)).toMatch(/ask an admin/i)
    expect(keyAdvice(kind, true)).not.toMatch(/ask/i)
  }
  for (const kind of ['not_found', 'stopping', undefined]) expect(keyAdvice(kind, true)).toBeNull()
  expect(['wallet_empty', 'key_refused', 'key_disabled', undefined].map(canCheckResumeKey)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('the charge of a problem is none or unknown', () => {
  expect(describeProblemCharge('no')).toBe('It was not charged.')
  expect(describeProblemCharge('unknown')).toContain('not known')
})
