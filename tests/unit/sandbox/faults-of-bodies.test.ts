import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { waitUntil } from '@/tests/support/wait-until'
import { charged, delivered, type RawReply, startFaulty } from './fault-client'

const json = ({ body }: RawReply) => JSON.parse(body.toString())
const isJson = (reply: RawReply): boolean => {
  try {
    json(reply)
    return true
  } catch {
    return false
  }
}
const sentLength = ({ headers }: RawReply) => Number(headers['content-length'])

describe('Faults of bodies', () => {
  test.each(['truncated-json', 'malformed-json'] as const)(
    '%s: complete by its content-length, but never JSON',
    async (name) => {
      const { ask, counts, clock } = await startFaulty(name)
      const shapes = new Set<string>()
      for (let turn = 1; turn <= 30; turn++) {
        const reply = await ask()
        expect(reply).toMatchObject({ status: 200, isWhole: true })
        expect(sentLength(reply)).toBe(reply.size)
        expect(isJson(reply)).toBe(false)
        const text = reply.body.toString()
        shapes.add(`${text.slice(0, 12)}…${text.slice(-2)}`)
        clock.advance(10)
      }
      expect(counts()).toMatchObject({ pages: 30, items: 600, deliveredPages: 0 })
      if (name === 'malformed-json') expect(shapes.size).toBe(6)
    },
  )

  test('slow-body: the page in a hundred pieces, one every 100 ms', async () => {
    const { ask, counts, clock } = await startFaulty('slow-body')
    const sizes: number[] = []
    let isOver = false
    const asked = ask(undefined, (size) => sizes.push(size)).finally(() => {
      isOver = true
    })
    await waitUntil(() => expect(sizes.length).toBeGreaterThan(0))
    const [first = 0] = sizes
    let steps = 0
    while (!isOver) {
      clock.advance(100)
      steps++
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
    const reply = await asked
    expect(first).toBeLessThan(reply.size / 90)
    expect(steps).toBeGreaterThanOrEqual(99)
    expect(json(reply).tweets).toHaveLength(20)
    await waitUntil(() => expect(counts()).toEqual(delivered(20)))
  })

  test('huge-body: 300 MiB of white space, then a page that a patient reader could use', async () => {
    const { ask, counts } = await startFaulty('huge-body')
    const reply = await ask()
    expect(reply.headers['content-length']).toBeUndefined()
    expect(reply.size).toBeGreaterThan(300 * 1024 * 1024)
    expect(json(reply).tweets).toHaveLength(20)
    await waitUntil(() => expect(counts()).toEqual(delivered(20)))
  })

  test('huge-body: stops when the reader leaves, and then does not count as delivered', async () => {
    const { baseUrl, key, counts, sandbox } = await startFaulty('huge-body')
    const leaving = new AbortController()
    const response = await fetch(`${baseUrl}/v1/users/ada/tweets`, {
      headers: { 'x-api-key': key },
      signal: leaving.signal,
    })
    await response.body?.getReader().read()
    leaving.abort()
    await sandbox.close()
    expect(counts()).toEqual(charged(20))
  })

  test('gzip-bomb: small in transit, 300 MiB decompressed, though no encoding was requested', async () => {
    const { ask, counts } = await startFaulty('gzip-bomb')
    const { status, headers, body, size } = await ask()
    expect({ status, encoding: headers['content-encoding'] }).toEqual({ status: 200, encoding: 'gzip' })
    expect(size).toBeLessThan(1024 * 1024)
    const unpacked = gunzipSync(body)
    expect(unpacked.length).toBeGreaterThan(300 * 1024 * 1024)
    expect(JSON.parse(unpacked.subarray(300 * 1024 * 1024).toString()).tweets).toHaveLength(20)
    await waitUntil(() => expect(counts()).toEqual(delivered(20)))
  })
})
