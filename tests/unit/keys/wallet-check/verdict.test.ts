import { expect, test } from 'vitest'
import { evaluateWalletCheck, type WalletCheckStep } from '@/lib/keys/wallet-check/wallet-check'

const START = Date.parse('2026-03-10T12:00:00Z')

/** Returns steps a minute apart: balances, and the key that was revoked before each. */
const steps = (
  ...given: readonly {
    balance: bigint
    settled?: bigint
    inFlight?: number
    lost?: bigint | null
    late?: boolean
    revoked?: string
  }[]
): WalletCheckStep[] =>
  given.map(({ balance, settled = 0n, inFlight = 0, lost = 0n, late = false, revoked = null }, place) => ({
    at: new Date(START + place * 60_000),
    balanceNano: balance,
    settledNano: settled,
    inFlight,
    lostNano: lost,
    isSettled: !late,
    disabledKeyId: revoked,
  }))

test('a single reading proves nothing, nor does one during calls of ours', () => {
  expect(evaluateWalletCheck([])).toEqual({ kind: 'read-again' })
  expect(evaluateWalletCheck(steps({ balance: 100n }))).toEqual({ kind: 'read-again' })
  expect(evaluateWalletCheck(steps({ balance: 100n, inFlight: 1 }, { balance: 90n }))).toEqual({
    kind: 'read-again',
  })
})

test('the cost of our own last pages is not outside spend', () => {
  const verdict = evaluateWalletCheck(steps({ balance: 100n }, { balance: 90n, settled: 10n }))
  expect(verdict).toEqual({ kind: 'quiet', sinceMs: 60_000 })
})

test('a drop while we are silent is outside spend', () => {
  const verdict = evaluateWalletCheck(steps({ balance: 100n }, { balance: 93n }))
  expect(verdict).toEqual({ kind: 'spending', nano: 7n, sinceMs: 60_000 })
})

test('the key whose revocation ends the spend is the one', () => {
  const spending = [{ balance: 100n }, { balance: 93n }, { balance: 90n, revoked: 'first' }]
  expect(evaluateWalletCheck(steps(...spending)).kind).toBe('spending')
  const stopped = [...spending, { balance: 90n, revoked: 'second' }]
  expect(evaluateWalletCheck(steps(...stopped))).toEqual({ kind: 'found', keyId: 'second' })
})

test('silence without a revocation, or with no spend before it, names no key', () => {
  expect(evaluateWalletCheck(steps({ balance: 100n }, { balance: 93n }, { balance: 93n })).kind).toBe('quiet')
  const early = steps({ balance: 100n }, { balance: 100n, revoked: 'first' })
  expect(evaluateWalletCheck(early).kind).toBe('quiet')
})

test('the possible cost of our call with a lost answer is not outside spend', () => {
  expect(evaluateWalletCheck(steps({ balance: 100n }, { balance: 93n, lost: 7n })).kind).toBe('read-again')
  expect(evaluateWalletCheck(steps({ balance: 100n }, { balance: 93n, lost: null })).kind).toBe('read-again')
  const more = evaluateWalletCheck(steps({ balance: 100n }, { balance: 90n, lost: 7n }))
  expect(more).toEqual({ kind: 'spending', nano: 3n, sinceMs: 60_000 })
  const after = steps({ balance: 100n }, { balance: 93n, lost: 7n }, { balance: 93n, revoked: 'first' })
  expect(evaluateWalletCheck(after).kind).toBe('quiet')
})

test('a reading before the charges of our own last pages show proves nothing', () => {
  expect(evaluateWalletCheck(steps({ balance: 100n, late: true }, { balance: 93n })).kind).toBe('read-again')
})
