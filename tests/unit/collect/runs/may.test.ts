import { expect, test } from 'vitest'
import { runRights } from '@/lib/collect/runs/core/may'
import { mayChange, type Role, SYSTEM } from '@/lib/kernel'

const actor = (role: Role) => ({ ...SYSTEM, role, memberId: 'me' })
const NOTHING = { deleteItems: false, cancel: false }
const ALL = { deleteItems: true, cancel: true }

test.each([
  ['viewer', 'me', false],
  ['viewer', 'another', false],
  ['member', 'me', true],
  ['member', 'another', false],
  ['admin', 'me', true],
  ['admin', 'another', true],
] as const)('a %s and a thing of “%s”: may change is %s', (role, owner, may) => {
  expect(mayChange(actor(role), owner)).toBe(may)
})

test.each([
  ['viewer', 'me', true, NOTHING],
  ['viewer', 'another', true, NOTHING],
  ['member', 'me', false, ALL],
  ['member', 'another', true, { deleteItems: false, cancel: true }],
  ['member', 'another', false, NOTHING],
  ['admin', 'another', false, ALL],
] as const)('a %s and a run of “%s”, shared %s', (role, memberId, shared, rights) => {
  expect(runRights(actor(role), { memberId, shared })).toEqual(rights)
})
