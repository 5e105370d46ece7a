import { expect, test } from 'vitest'
import { memoisePerContext, type TeamCtx } from '@/lib/platform/db'

const ctxOf = (asked?: TeamCtx['asked']) => ({ ...(asked && { asked }) }) as TeamCtx

test('a page asks a question once, even while the answer is pending; other contexts ask each time', async () => {
  let asks = 0
  const ask = memoisePerContext(async () => [++asks])
  const other = memoisePerContext(async () => 'another')
  const page = ctxOf(new Map())
  expect(await Promise.all([ask(page), ask(page), other(page)])).toEqual([[1], [1], 'another'])
  expect(await ask(page)).toEqual([1])
  expect(await ask(ctxOf(new Map()))).toEqual([2])
  expect([await ask(ctxOf()), await ask(ctxOf())]).toEqual([[3], [4]])
})

test('a failed question fails for the whole page', async () => {
  let asks = 0
  const ask = memoisePerContext(async () => {
    throw new Error(`${++asks}`)
  })
  const page = ctxOf(new Map())
  await expect(ask(page)).rejects.toThrow('1')
  await expect(ask(page)).rejects.toThrow('1')
})
