import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSandbox } from '@/lib/sandbox'
import { request, type Started, start } from './start'

const PATH = '/v1/users/ada/tweets'

async function firstCursor({ get }: Started, path = PATH): Promise<string> {
  const { body } = await get(path)
  if (body.next_cursor === undefined) throw new Error('One page was all')
  return body.next_cursor
}

describe('Cursors', () => {
  test('sent back unchanged, a cursor gives the next page; the count may change meanwhile', async () => {
    const started = await start()
    const cursor = await firstCursor(started)
    const { status, body } = await started.get(`${PATH}?cursor=${cursor}&count=100`)
    expect(status).toBe(200)
    expect(body.tweets).toHaveLength(100)
  })

  test('the same cursor gives the same page again', async () => {
    const started = await start()
    const cursor = await firstCursor(started)
    const [once, twice] = [
      await started.get(`${PATH}?cursor=${cursor}`),
      await started.get(`${PATH}?cursor=${cursor}`),
    ]
    expect(twice.body.tweets).toEqual(once.body.tweets)
  })

  test('a cursor altered anywhere is refused with 400', async () => {
    const started = await start()
    const cursor = await firstCursor(started)
    await fc.assert(
      fc.asyncProperty(fc.nat(cursor.length - 1), fc.constantFrom(...'AZaz09-_'), async (at, letter) => {
        fc.pre(cursor[at] !== letter)
        started.clock.advance(10)
        const altered = `${cursor.slice(0, at)}${letter}${cursor.slice(at + 1)}`
        const { status, body } = await started.get(`${PATH}?cursor=${altered}`)
        expect({ status, error: body.error }).toEqual({ status: 400, error: 'bad_request' })
      }),
      { numRuns: 60 },
    )
  })

  test('a cursor with another last character is refused, even if that decodes to the same bytes', async () => {
    const started = await start()
    const cursor = await firstCursor(started)
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (const letter of letters.replace(cursor.slice(-1), '')) {
      started.clock.advance(10)
      expect((await started.get(`${PATH}?cursor=${cursor.slice(0, -1)}${letter}`)).status).toBe(400)
    }
  })

  test.each(['', 'x', '0', `${'A'.repeat(60)}`, '%00'])(
    'the cursor "%s" is refused with 400',
    async (cursor) => {
      const { get } = await start()
      expect((await get(`${PATH}?cursor=${cursor}`)).status).toBe(400)
    },
  )

  test('a cursor of another key is refused, even of the same wallet', async () => {
    const started = await start()
    const cursor = await firstCursor(started)
    const other = started.sandbox.operator.createKey(started.walletId).reveal()
    expect((await started.get(`${PATH}?cursor=${cursor}`, { 'x-api-key': other })).status).toBe(400)
  })

  test.each([
    ['another user', '/v1/users/basil/tweets?'],
    ['another operation', '/v1/users/ada/followers?'],
    ['a search', '/v1/search?q=ada&'],
  ])('a cursor is refused for %s', async (_, path) => {
    const started = await start()
    const cursor = await firstCursor(started)
    expect((await started.get(`${path}cursor=${cursor}`)).status).toBe(400)
  })

  test('a search’s cursor is refused for another query or product', async () => {
    const started = await start()
    const cursor = await firstCursor(started, '/v1/search?q=coffee')
    expect((await started.get(`/v1/search?q=coffee&product=Latest&cursor=${cursor}`)).status).toBe(200)
    expect((await started.get(`/v1/search?q=coffee&product=Top&cursor=${cursor}`)).status).toBe(400)
    expect((await started.get(`/v1/search?q=train&cursor=${cursor}`)).status).toBe(400)
  })

  test('a cursor does not outlive the service, and a refused one costs nothing', async () => {
    const started = await start()
    const cursor = await firstCursor(started)
    const again = await createSandbox({ dataDir: null, clock: started.clock })
    try {
      const { walletId } = again.operator.createWallet({ name: 'Again', balanceNano: 5_000_000n })
      const key = again.operator.createKey(walletId).reveal()
      const { baseUrl } = await again.listen({ port: 0 })
      const { status } = await request(`${baseUrl}${PATH}?cursor=${cursor}`, {
        headers: { 'x-api-key': key },
      })
      expect(status).toBe(400)
      expect(again.operator.state()[0]?.balanceNano).toBe(5_000_000n)
    } finally {
      await again.close()
    }
  })

  test('a cursor reveals nothing to those who look into it, and is safe in a URL', async () => {
    const cursor = await firstCursor(await start())
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
  })
})
