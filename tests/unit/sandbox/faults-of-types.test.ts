import { describe, expect, test } from 'vitest'
import { NOTHING, type RawReply, startFaulty } from './fault-client'

const json = ({ body }: RawReply) => JSON.parse(body.toString())
const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? `array of ${kindOf(value[0])}` : typeof value
}

/** Returns the distinct types of a field in 40 answers, sorted. */
async function kinds({ ask, clock }: Awaited<ReturnType<typeof startFaulty>>, path: string, field: string) {
  const found = new Set<string>()
  for (let turn = 1; turn <= 40; turn++) {
    const reply = await ask(path)
    expect(reply).toMatchObject({ status: 200, isWhole: true })
    found.add(kindOf(json(reply)[field]))
    clock.advance(10)
  }
  return [...found].sort()
}

describe('Faults of types', () => {
  test('items-not-an-array: six other types, all charged, none delivered', async () => {
    const faulty = await startFaulty('items-not-an-array')
    expect(await kinds(faulty, '/v1/users/ada/tweets', 'tweets')).toEqual([
      'array of null',
      'array of string',
      'null',
      'number',
      'object',
      'string',
    ])
    expect(faulty.counts()).toMatchObject({ pages: 40, items: 800, deliveredPages: 0 })
  })

  test.each([
    ['cursor-a-number', ['number']],
    ['cursor-not-a-text', ['array of string', 'boolean', 'object']],
  ] as const)('%s: the items are unchanged', async (name, expected) => {
    const faulty = await startFaulty(name)
    expect(await kinds(faulty, '/v1/users/ada/tweets', 'next_cursor')).toEqual(expected)
    expect(faulty.counts()).toMatchObject({ pages: 40, deliveredPages: 40, deliveredItems: 800 })
    faulty.sandbox.setFault(null)
    const sound = json(await faulty.ask())
    faulty.sandbox.setFault({ name })
    expect(json(await faulty.ask()).tweets).toEqual(sound.tweets)
  })

  test('cursor-not-a-text: even on the last page, which otherwise has no cursor', async () => {
    const { ask, sandbox } = await startFaulty('cursor-not-a-text')
    const path = '/v1/search?q=nothing-has-these-words'
    expect(json(await ask(path)).next_cursor).toBeDefined()
    sandbox.setFault(null)
    expect(json(await ask(path)).next_cursor).toBeUndefined()
  })

  test('key-info-wrong-types: the balance, rate or prefix has another type; pages are intact', async () => {
    const faulty = await startFaulty('key-info-wrong-types')
    expect(await kinds(faulty, '/v1/me', 'balance')).toEqual(['null', 'number', 'object', 'string'])
    expect(await kinds(faulty, '/v1/me', 'key_prefix')).toEqual(['null', 'string'])
    expect(await kinds(faulty, '/v1/me', 'rate_limit_qps')).toEqual(['number', 'string'])
    expect(faulty.counts()).toEqual(NOTHING)
    expect(json(await faulty.ask()).tweets).toHaveLength(20)
  })
})
