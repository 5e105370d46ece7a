import { describe, expect, test } from 'vitest'
import { resolveKeyRate, storedKeyRate, toTypedRate } from '@/lib/keys/keys/key-rate'
import { defaultProvider, readProvider } from '@/lib/upstream/client'

const MINUTES = readProvider({
  rate: { requests: 120, perMs: 60_000 },
  plans: [
    { name: 'Small', requests: 120, perMs: 60_000 },
    { name: 'Large', requests: 5 },
  ],
})
const told = (requestsPerSecond: number | null) => ({ requestsPerSecond })
const row = (requestsPerSecond: number, windowMs: number, rateSource: string) => ({
  requestsPerSecond,
  windowMs,
  rateSource,
})

describe('a key’s limit', () => {
  test('is what its account states, before all else', () => {
    expect(resolveKeyRate(MINUTES, told(5), row(9, 1000, 'admin'))).toEqual({
      ...row(5, 1000, 'account'),
      plan: 'Large',
    })
    expect(resolveKeyRate(defaultProvider, told(25))).toEqual({
      ...row(25, 1000, 'account'),
      plan: 'Builder',
    })
    expect(resolveKeyRate(defaultProvider, told(26))).toEqual({ ...row(26, 1000, 'account'), plan: null })
  })

  test('is what an admin entered if the account states none', () => {
    for (const account of [null, told(null)])
      expect(resolveKeyRate(MINUTES, account, row(900, 900_000, 'admin'))).toEqual({
        ...row(900, 900_000, 'admin'),
        plan: null,
      })
  })

  test('is otherwise what the provider says of all keys, even if that has changed', () => {
    const said = { ...row(120, 60_000, 'provider'), plan: 'Small' }
    expect(resolveKeyRate(MINUTES, null)).toEqual(said)
    expect(resolveKeyRate(MINUTES, told(null))).toEqual(said)
    for (const source of ['provider', 'unknown', 'account'])
      expect(resolveKeyRate(MINUTES, null, row(1, 1000, source))).toEqual(said)
  })

  test('otherwise stays what the account last stated', () => {
    expect(resolveKeyRate(defaultProvider, null, row(100, 1000, 'account'))).toEqual({
      ...row(100, 1000, 'account'),
      plan: 'Growth',
    })
  })

  test('is otherwise a guess: one request a second, of an unknown plan', () => {
    const guess = { ...row(1, 1000, 'unknown'), plan: null }
    expect(resolveKeyRate(defaultProvider, null)).toEqual(guess)
    expect(resolveKeyRate(defaultProvider, null, row(1, 1000, 'unknown'))).toEqual(guess)
    // The provider no longer states its former limit.
    expect(resolveKeyRate(defaultProvider, null, row(120, 60_000, 'provider'))).toEqual(guess)
  })

  test('entered by an admin has the plan with the same requests a second, in a window of any length', () => {
    expect(toTypedRate(MINUTES, { requests: 300, windowMs: 60_000 })).toEqual({
      ...row(300, 60_000, 'admin'),
      plan: 'Large',
    })
    expect(toTypedRate(MINUTES, { requests: 2, windowMs: 1000 }).plan).toBe('Small')
    expect(toTypedRate(MINUTES, { requests: 7, windowMs: 1000 }).plan).toBeNull()
    expect(storedKeyRate(row(300, 60_000, 'admin'))).toEqual({ requests: 300, windowMs: 60_000 })
  })
})
