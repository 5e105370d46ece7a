import { describe, expect, test } from 'vitest'
import { budgetCountsCall, toAttemptFilter } from '@/lib/money/budgets/reserve'

const CALL = {
  teamId: 'ours',
  walletId: 'wallet of it',
  environmentId: 'environment of it',
  keyId: 'key of it',
  memberId: 'member of it',
  searchId: 'search of it',
}
const SCOPES = [
  ['team', 'ours', {}],
  ['wallet', CALL.walletId, { walletId: CALL.walletId }],
  ['environment', CALL.environmentId, { environmentId: CALL.environmentId }],
  ['key', CALL.keyId, { keyId: CALL.keyId }],
  ['member', CALL.memberId, { memberId: CALL.memberId }],
  ['search', CALL.searchId, { searchId: CALL.searchId }],
] as const

describe.each(SCOPES)('a budget of a %s', (scope, scopeId, filter) => {
  test('counts its own calls and no others', () => {
    expect(budgetCountsCall({ scope, scopeId }, CALL)).toBe(true)
    expect(budgetCountsCall({ scope, scopeId: 'another' }, CALL)).toBe(false)
  })

  test('finds the same calls on the ledger', () => {
    expect(toAttemptFilter({ scope, scopeId })).toEqual(filter)
  })
})

test('a budget of a search counts no call without a search', () => {
  expect(budgetCountsCall({ scope: 'search', scopeId: CALL.searchId }, { ...CALL, searchId: null })).toBe(
    false,
  )
})

test('an unknown attribution of a call is counted by no budget', () => {
  expect(budgetCountsCall({ scope: 'key', scopeId: CALL.keyId }, { teamId: 'ours' })).toBe(false)
})
