import { describe, expect, test } from 'vitest'
import { actionFaultsOf } from './actions'
import { readSourceTree } from './source-tree'

test('every action calls one verb and passes no function', () => {
  expect(actionFaultsOf(readSourceTree())).toEqual([])
})

const actionThat = (handler: string): ReadonlyMap<string, string> =>
  new Map([
    [
      'app/a/actions.ts',
      `'use server'
import { erase, recount } from '@/lib/a'
export const eraseAction = teamAction.inputSchema(withTeam(eraseInput)).action(${handler})`,
    ],
  ])

const sound: readonly string[] = [
  '({ ctx, parsedInput }) => erase(ctx, parsedInput.id)',
  "({ ctx, parsedInput }) => ctx.worker.perform('erase', ctx, parsedInput)",
  'async ({ ctx }) => { const { token } = await erase(ctx); return { token: token.reveal() } }',
  '({ ctx }) => Promise.resolve(erase(ctx))',
]

const planted: readonly [handler: string, fault: string][] = [
  ['async ({ ctx }) => { await erase(ctx); await recount(ctx) }', 'an action calls erase, recount'],
  ['({ ctx }) => ctx.db.budget.deleteMany({ where: allowed(ctx) })', 'an action calls deleteMany, allowed'],
  ['({ ctx }) => ctx.team', 'an action calls no verb'],
  ['({ ctx }) => erase(ctx, (tx) => tx)', 'a function that is no action: rules belong into lib/'],
  ['({ ctx }) => erase(ctx, recount)', 'an action passes recount'],
  ['({ ctx }) => erase(ctx, { then: recount })', 'an action passes recount'],
  [
    "({ ctx }) => { if (ctx.actor.role !== 'admin') return null; return erase(ctx) }",
    'an action decides something: rules belong into lib/',
  ],
]

describe('the check', () => {
  test.each(sound)('accepts %s', (handler) => {
    expect(actionFaultsOf(actionThat(handler))).toEqual([])
  })

  test.each(planted)('finds %s', (handler, fault) => {
    expect(actionFaultsOf(actionThat(handler))).toEqual([`app/a/actions.ts: ${fault}`])
  })

  test('finds a constant that carries a function past the rule', () => {
    const tree = new Map([
      ['app/actions.ts', "import { recount } from '@/lib/a'\nconst then = recount\nexport const a = 1"],
    ])
    expect(actionFaultsOf(tree)).toHaveLength(1)
  })

  test('finds a function beside the actions', () => {
    const tree = new Map([['app/actions.ts', 'function allowed() { return true }']])
    expect(actionFaultsOf(tree)).toEqual([
      'app/actions.ts: a function that is no action: rules belong into lib/',
    ])
  })
})
