import { expect, test } from 'vitest'
import { streamedBody } from '@/app/_server/files'

function endless(signal = new AbortController().signal) {
  const seen = { made: 0, closed: 0, left: 0 }
  async function* chunks(): AsyncGenerator<string | Uint8Array> {
    try {
      for (;;) yield ++seen.made % 2 === 0 ? new Uint8Array([seen.made]) : `é${seen.made}`
    } finally {
      seen.closed++
    }
  }
  return { seen, body: streamedBody(chunks(), { signal, left: () => seen.left++ }) }
}

/** Resolves once all requested chunks are made, because making one waits only for promises. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('makes only what is taken, and nothing ahead', async () => {
  const { seen, body } = endless()
  await settled()
  expect(seen.made).toBe(0)
  const reader = body.getReader()
  expect((await reader.read()).value).toEqual(new TextEncoder().encode('é1'))
  expect((await reader.read()).value).toEqual(new Uint8Array([2]))
  await settled()
  expect(seen.made).toBe(2)
})

test('makes nothing more once the client has left', async () => {
  const { seen, body } = endless()
  const reader = body.getReader()
  await reader.read()
  await reader.cancel()
  await settled()
  expect(seen).toEqual({ made: 1, closed: 1, left: 1 })
})

test('reports its end if the client leaves before anybody reads the body, even before the body exists', async () => {
  const leaving = new AbortController()
  const before = endless(leaving.signal)
  leaving.abort()
  await settled()
  const after = endless(leaving.signal)
  await settled()
  for (const { seen } of [before, after]) expect(seen).toEqual({ made: 0, closed: 0, left: 1 })
})

test('ends if the client leaves while a chunk is made, and reports it once', async () => {
  const leaving = new AbortController()
  const { seen, body } = endless(leaving.signal)
  const reader = body.getReader()
  await reader.read()
  leaving.abort()
  await reader.cancel()
  await settled()
  expect(seen).toEqual({ made: 1, closed: 1, left: 1 })
})

test('a failure half-way breaks the body off, which never ends as if it were complete', async () => {
  async function* failing(): AsyncGenerator<string> {
    yield 'first'
    throw new Error('The database is gone')
  }
  let left = 0
  const reader = { signal: new AbortController().signal, left: () => left++ }
  await expect(new Response(streamedBody(failing(), reader)).text()).rejects.toThrow('The database is gone')
  expect(left).toBe(1)
})
