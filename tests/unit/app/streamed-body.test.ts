import { expect, test } from 'vitest'
import { streamedBody } from '@/app/_server/streamed-body'

function endless() {
  const seen = { made: 0, closed: 0 }
  async function* chunks(): AsyncGenerator<string | Uint8Array> {
    try {
      for (;;) yield ++seen.made % 2 === 0 ? new Uint8Array([seen.made]) : `é${seen.made}`
    } finally {
      seen.closed++
    }
  }
  return { seen, body: streamedBody(chunks()) }
}

/** All that has been asked for is made once this is over: making a chunk waits for nothing but promises. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('makes no more than is taken, and one chunk ahead', async () => {
  const { seen, body } = endless()
  await settled()
  expect(seen.made).toBe(1)
  const reader = body.getReader()
  expect((await reader.read()).value).toEqual(new TextEncoder().encode('é1'))
  expect((await reader.read()).value).toEqual(new Uint8Array([2]))
  await settled()
  expect(seen.made).toBe(3)
})

test('makes nothing more once the client has left', async () => {
  const { seen, body } = endless()
  const reader = body.getReader()
  await reader.read()
  await reader.cancel()
  await settled()
  expect(seen).toMatchObject({ closed: 1 })
  expect(seen.made).toBeLessThanOrEqual(2)
})

test('what fails half-way breaks off, and never ends as if it were whole', async () => {
  async function* failing(): AsyncGenerator<string> {
    yield 'first'
    throw new Error('The database is gone')
  }
  await expect(new Response(streamedBody(failing())).text()).rejects.toThrow('The database is gone')
})
