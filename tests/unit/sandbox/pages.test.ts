import { describe, expect, test } from 'vitest'
import { COUNT_HABITS, type CountHabitName, SANDBOX_SUGGESTIONS } from '@/lib/sandbox'
import { allPages, start } from './start'

const LISTS = [
  ['/v1/users/ada/tweets', 'tweets', 100],
  ['/v1/search?q=coffee', 'tweets', 50],
  ['/v1/users/ada/followers', 'users', 200],
] as const

const withCount = (path: string, count: number) => `${path}${path.includes('?') ? '&' : '?'}count=${count}`

describe.each(LISTS)('Pages of %s', (path, array, max) => {
  test('about 20 items come when no count, or a smaller one, is asked for', async () => {
    const { get } = await start()
    for (const asked of [path, withCount(path, 1), withCount(path, 19)])
      expect((await get(asked)).body[array]).toHaveLength(20)
  })

  test('a count between the floor and the maximum is honoured', async () => {
    const { get } = await start()
    expect((await get(withCount(path, 37))).body[array]).toHaveLength(37)
  })

  test(`the maximum of count is ${max}`, async () => {
    const { get } = await start()
    expect((await get(withCount(path, max))).body[array]).toHaveLength(max)
    expect((await get(withCount(path, max + 1))).body[array]).toHaveLength(max)
    expect((await get(withCount(path, 100_000))).body[array]).toHaveLength(max)
  })

  test('next_cursor is present while more items exist, and absent on the last page', async () => {
    const pages = await allPages(await start(), withCount(path, max))
    expect(pages.length).toBeGreaterThan(3)
    for (const page of pages.slice(0, -1)) {
      expect(page.next_cursor).toEqual(expect.any(String))
      expect(page[array]).toHaveLength(max)
    }
    expect(pages.at(-1)).not.toHaveProperty('next_cursor')
    expect(pages.at(-1)?.[array]?.length).toBeGreaterThan(0)
  })

  test('following the cursors gives every item once, at any page size', async () => {
    const idsBy = async (count: number) =>
      (await allPages(await start(), withCount(path, count))).flatMap((page) =>
        (page[array] ?? []).map(({ id }) => id),
      )
    const small = await idsBy(23)
    expect(new Set(small).size).toBe(small.length)
    expect(await idsBy(max)).toEqual(small)
  })

  test('ids are texts of digits beyond 2^53', async () => {
    const { get } = await start()
    for (const { id } of (await get(path)).body[array] ?? []) {
      expect(id).toMatch(/^\d+$/)
      expect(BigInt(id)).toBeGreaterThan(2n ** 53n)
    }
  })
})

describe('Counts that are only a hint', () => {
  const sizes = async (counts: CountHabitName, count: number, seed = 1) => {
    const pages = await allPages(await start({ counts, seed }), `/v1/users/ada/followers?count=${count}`)
    return pages.slice(0, -1).map(({ users = [] }) => users.length)
  }

  test('about: up to a fifth more or fewer than requested, by the seed, and never more than the maximum', async () => {
    const [once, again, otherwise] = [
      await sizes('about', 50),
      await sizes('about', 50),
      await sizes('about', 50, 2),
    ]
    expect(again).toEqual(once)
    expect(otherwise).not.toEqual(once)
    expect(Math.min(...once)).toBeGreaterThanOrEqual(40)
    expect(Math.min(...once)).toBeLessThan(50)
    expect(Math.max(...once)).toBeLessThanOrEqual(60)
    expect(Math.max(...once)).toBeGreaterThan(50)
    expect(Math.max(...(await sizes('about', 200)))).toBeLessThanOrEqual(200)
  })

  test('ignored: the largest page, whatever the count', async () => {
    expect(new Set(await sizes('ignored', 20))).toEqual(new Set([200]))
  })

  test.each(COUNT_HABITS)('%s: following the cursors gives every item once', async (counts) => {
    const idsOf = async (habit: CountHabitName) =>
      (await allPages(await start({ counts: habit }), '/v1/users/ada/tweets?count=40')).flatMap(
        ({ tweets = [] }) => tweets.map(({ id }) => id),
      )
    expect(await idsOf(counts)).toEqual(await idsOf('exact'))
  })
})

describe('Order', () => {
  test.each(['/v1/users/ada/tweets', '/v1/search?q=coffee&product=Latest', '/v1/search?q=train'])(
    '%s is newest first',
    async (path) => {
      const pages = await allPages(await start(), withCount(path, 50))
      const times = pages.flatMap(({ tweets = [] }) => tweets.map(({ created_at }) => created_at))
      expect(times).toEqual([...times].sort().reverse())
    },
  )

  test('search with product=Top is by relevance: it finds the same, in another order', async () => {
    const idsOf = async (product: string) =>
      (await allPages(await start(), `/v1/search?q=hedgehog&product=${product}&count=50`)).flatMap(
        ({ tweets = [] }) => tweets.map(({ id }) => id),
      )
    const [latest, top] = [await idsOf('Latest'), await idsOf('Top')]
    expect(top).not.toEqual(latest)
    expect([...top].sort()).toEqual([...latest].sort())
  })

  test('new posts do not shift the pages of a list already begun', async () => {
    const { get, clock } = await start()
    const first = await get('/v1/users/ada/tweets?count=20')
    clock.advance(3 * 86_400_000)
    const second = await get(`/v1/users/ada/tweets?count=20&cursor=${first.body.next_cursor}`)
    const seen = [...(first.body.tweets ?? []), ...(second.body.tweets ?? [])].map(({ id }) => id)
    expect(new Set(seen).size).toBe(40)
    const fresh = await get('/v1/users/ada/tweets?count=20')
    expect(seen).not.toContain(fresh.body.tweets?.[0]?.id)
  })
})

describe('Slow readers', () => {
  test.each([
    '/v1/users/lupe/tweets?count=100',
    '/v1/search?q=hedgehog&count=50',
    '/v1/search?q=hedgehog&count=50&product=Top',
    '/v1/users/lupe/followers?count=200',
  ])('a day between pages changes nothing in %s', async (path) => {
    const itemsAt = async (stepMs: number) =>
      (await allPages(await start(), path, stepMs)).map(({ tweets, users }) => tweets ?? users)
    expect(await itemsAt(86_400_000)).toEqual(await itemsAt(10))
  })
})

describe('Suggestions', () => {
  test('each of them leads to plenty of items', async () => {
    const started = await start()
    const { timelineUser, searchQuery, followersUser, users } = SANDBOX_SUGGESTIONS
    const count = async (path: string, array: 'tweets' | 'users') =>
      (await allPages(started, path)).reduce((sum, page) => sum + (page[array]?.length ?? 0), 0)
    expect(await count(`/v1/users/${timelineUser}/tweets?count=100`, 'tweets')).toBeGreaterThanOrEqual(400)
    expect(await count(`/v1/search?q=${searchQuery}&count=50`, 'tweets')).toBeGreaterThanOrEqual(300)
    expect(await count(`/v1/users/${followersUser}/followers?count=200`, 'users')).toBeGreaterThanOrEqual(900)
    expect(users).toHaveLength(12)
  })
})
