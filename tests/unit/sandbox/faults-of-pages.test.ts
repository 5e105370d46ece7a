import { describe, expect, test } from 'vitest'
import { delivered, NOTHING, startFaulty } from './fault-client'
import { type Body, walletOf } from './start'

const PATH = '/v1/users/ada/tweets'
const TWEET = 150_000_000n

describe('Faults of pages', () => {
  test.each([
    ['more-than-asked', 21, 30],
    ['more-than-maximum', 200, 299],
  ] as const)('%s: from %i to %i items instead of 20, all charged', async (name, least, most) => {
    const faulty = await startFaulty(name)
    const before = walletOf(faulty).balanceNano
    const { tweets = [] } = (await faulty.get(PATH)).body
    expect(tweets.length).toBeGreaterThanOrEqual(least)
    expect(tweets.length).toBeLessThanOrEqual(most)
    expect(faulty.counts()).toEqual(delivered(tweets.length))
    expect(before - walletOf(faulty).balanceNano).toBe(BigInt(tweets.length) * TWEET)
  })

  test('repeated-cursor: the second page leads to itself, charged each time', async () => {
    const { get, counts } = await startFaulty('repeated-cursor')
    const { next_cursor: cursor } = (await get(PATH)).body
    const second = (await get(`${PATH}?cursor=${cursor}`)).body
    const third = (await get(`${PATH}?cursor=${second.next_cursor}`)).body
    expect(second.next_cursor).toBe(cursor)
    expect(third).toEqual(second)
    expect(counts()).toMatchObject({ pages: 3, items: 60 })
  })

  test('endless-pages: every cursor is new and leads to the first page', async () => {
    const { get, counts } = await startFaulty('endless-pages')
    const cursors = new Set<string>()
    let body: Body = (await get(PATH)).body
    const first = body.tweets
    for (let turn = 1; turn <= 5; turn++) {
      cursors.add(body.next_cursor ?? '')
      body = (await get(`${PATH}?cursor=${body.next_cursor}`)).body
      expect(body.tweets).toEqual(first)
    }
    expect(cursors.size).toBe(5)
    expect(counts()).toMatchObject({ pages: 6, items: 120 })
  })

  test.each([PATH, '/v1/search?q=nothing-has-these-words'])(
    'empty-page-with-cursor: no items, no charge, and a cursor (%s)',
    async (path) => {
      const faulty = await startFaulty('empty-page-with-cursor')
      const before = walletOf(faulty).balanceNano
      const { tweets, next_cursor } = (await faulty.get(path)).body
      expect(tweets).toEqual([])
      expect(next_cursor).toEqual(expect.any(String))
      expect(faulty.counts()).toEqual({ ...NOTHING, pages: 1, deliveredPages: 1 })
      expect(walletOf(faulty).balanceNano).toBe(before)
    },
  )
})
