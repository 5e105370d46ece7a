import { expect, test } from 'vitest'
import { runRights } from '@/lib/collect/runs/core/schemas'
import { canChange, type Role, SYSTEM } from '@/lib/kernel'

const actor = (role: Role) => ({ ...SYSTEM, role, memberId: 'me' })
const NOTHING = { deleteItems: false, cancel: false, goOn: false }
const ALL = { deleteItems: true, cancel: true, goOn: false }
/** A run that has a page. */
const BOUGHT = { manner: 'background', pages: 1, reusedPages: 0 }
const NOW = new Date('2026-11-27T12:00:00Z')

test.each([
  ['viewer', 'me', false],
  ['viewer', 'another', false],
  ['member', 'me', true],
  ['member', 'another', false],
  ['admin', 'me', true],
  ['admin', 'another', true],
] as const)('a %s and something owned by “%s”: may change is %s', (role, owner, may) => {
  expect(canChange(actor(role), owner)).toBe(may)
})

test.each([
  ['viewer', 'me', true, NOTHING],
  ['viewer', 'another', true, NOTHING],
  ['member', 'me', false, ALL],
  ['member', 'another', true, { ...ALL, deleteItems: false }],
  ['member', 'another', false, NOTHING],
  ['admin', 'another', false, ALL],
] as const)('a %s and a run of “%s”, shared %s', (role, memberId, shared, rights) => {
  const row = { ...BOUGHT, memberId, shared, endReason: null, endedAt: null }
  expect(runRights(actor(role), row, NOW)).toEqual(rights)
})

test.each([
  ['member', 'me', 'empty_page', 59, true],
  ['member', 'me', 'empty_page', 60, false],
  ['member', 'me', 'last_page', 1, false],
  ['member', 'me', 'cap_reached', 1, true],
  ['member', 'me', 'problem', 1, true],
  ['member', 'me', 'restarted', 1, false],
  ['admin', 'another', 'empty_page', 1, false],
  ['viewer', 'me', 'empty_page', 1, false],
] as const)(
  'a %s and a run of “%s” that ended with %s %i minutes ago: may continue is %s',
  (role, memberId, endReason, minutes, may) => {
    const endedAt = new Date(NOW.getTime() - minutes * 60_000)
    expect(runRights(actor(role), { ...BOUGHT, memberId, shared: true, endReason, endedAt }, NOW).goOn).toBe(
      may,
    )
  },
)
