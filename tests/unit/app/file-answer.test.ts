import { expect, test } from 'vitest'
import { createOpenExports, fileAnswer } from '@/app/_server/files'

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Fails before its first chunk. */
async function* failing(): AsyncGenerator<string> {
  yield await Promise.reject<string>(new Error('broken'))
}

function begin() {
  const exports = createOpenExports(2)
  const rights = new Set(['ada', 'bob'])
  let nowMs = 0
  const clock = { monotonic: () => nowMs }
  async function* chunks(): AsyncGenerator<string> {
    for (let at = 0; at < 3; at++) yield `${at}`
  }
  const file = async () => ({ name: 'a.csv', contentType: 'text/csv', chunks: chunks() })
  const never = new AbortController().signal
  const taker = (userId: string) => ({ userId, clock, isAllowed: async () => rights.has(userId) })
  const get = (userId = 'ada', open = file, signal = never) =>
    fileAnswer({ ...taker(userId), signal }, open, exports)
  return { file, get, rights, later: () => (nowMs += 5000) }
}

test('a person can download only a few files at a time, which does not affect others', async () => {
  const { get } = begin()
  const first = await get()
  await get()
  await expect(get()).rejects.toMatchObject({ code: 'rate_limited' })
  expect(await (await get('bob')).text()).toBe('012')
  expect(await first.text()).toBe('012')
  expect(await (await get()).text()).toBe('012')
})

test('a client that leaves, a file that fails and a refused file free their place', async () => {
  const { file, get } = begin()
  for (let at = 0; at < 5; at++) {
    await (await get()).body?.cancel()
    await settled()
    await expect(get('ada', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    const broken = async () => ({
      ...(await file()),
      chunks: failing(),
    })
    await expect(get('ada', broken).then((answer) => answer.text())).rejects.toThrow()
  }
  expect(await (await get()).text()).toBe('012')
})

test('a client that leaves before its file is read frees its place', async () => {
  const { get } = begin()
  for (let at = 0; at < 5; at++) {
    const leaving = new AbortController()
    await get('ada', undefined, leaving.signal)
    leaving.abort()
    await settled()
    await get('ada', undefined, leaving.signal)
    await settled()
  }
  expect(await (await get()).text()).toBe('012')
})

test('a file breaks off once its person may no longer see it, and frees its place', async () => {
  const { get, rights, later } = begin()
  const files = [await get(), await get()]
  const readers = files.map(({ body }) => body?.getReader())
  for (const reader of readers) await reader?.read()
  later()
  rights.delete('ada')
  for (const reader of readers)
    await expect(reader?.read()).rejects.toMatchObject({ code: 'unauthenticated' })
  rights.add('ada')
  later()
  expect(await (await get()).text()).toBe('012')
})
