import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultContract, type Operation, type Page, type PageRequest, readContract } from '@/lib/upstream'
import { pagePath } from '@/lib/upstream/address'
import { type JsonValue, parseJson } from '@/lib/upstream/json'
import { readKeyInfoObject } from '@/lib/upstream/key-info'
import { readPage } from '@/lib/upstream/page'
import type { Reading } from '@/lib/upstream/types'
import { upstreamWords } from '@/lib/upstream/words'

const operations = fc.constantFrom<Operation>('timeline', 'search', 'followers')
const contract = readContract({ chargeHeader: 'x-charged', chargeField: 'meta.charge' })

/** Bodies that use the names which the parser looks for, with any values in them. */
const names = fc.constantFrom(
  ...[
    'tweets',
    'users',
    'data',
    'errors',
    'next_cursor',
    'status',
    'success',
    'meta',
    'charge',
    'key_prefix',
  ],
  ...[
    'balance',
    'rate_limit_qps',
    'id',
    'text',
    'author',
    'user',
    'created_at',
    'url',
    'message',
    '__proto__',
  ],
)
const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom<JsonValue>(null, true, false, '', 'error', 'a', '1', -1, 1e21, 1_609_958_440),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(names, tie('tree'), { maxKeys: 5 }) as fc.Arbitrary<JsonValue>,
  ),
}))
const bodies = fc.oneof(tree, fc.jsonValue() as fc.Arbitrary<JsonValue>)

function expectTyped(reading: Reading<unknown>): void {
  if (reading.ok) return
  expect(['not_understood', 'bad_request']).toContain(reading.problem.kind)
  expect(reading.problem.charged).toBe('unknown')
  expect(reading.problem.message).not.toBe('')
}

function expectTypedPage({ items, nextCursor, reportedChargeMicro }: Page): void {
  expect(nextCursor === null || nextCursor.length > 0).toBe(true)
  expect(reportedChargeMicro === null || reportedChargeMicro >= 0n).toBe(true)
  for (const { id, text, createdAt, link } of items) {
    expect(id).not.toBe('')
    expect(typeof text).toBe('string')
    expect(createdAt === null || new Date(createdAt).toISOString() === createdAt).toBe(true)
    expect(link === null || /^https?:/i.test(link)).toBe(true)
  }
}

test('any JSON is a typed page or a typed problem', () => {
  fc.assert(
    fc.property(bodies, operations, fc.string(), (body, operation, header) => {
      const reading = readPage(body, new Map([['x-charged', header]]), operation, contract)
      expectTyped(reading)
      if (reading.ok) expectTypedPage(reading.value)
    }),
    { numRuns: 1000 },
  )
})

test('no item is lost: as many come out as the array holds', () => {
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(names, tree) as fc.Arbitrary<JsonValue>),
      operations,
      (tweets, operation) => {
        const reading = readPage({ tweets }, new Map(), operation, defaultContract)
        expect(reading.ok && reading.value.items.length).toBe(tweets.length)
      },
    ),
  )
})

test('any JSON is key info or a typed problem', () => {
  fc.assert(fc.property(bodies, (body) => expectTyped(readKeyInfoObject(body, contract))))
})

test('any text has words of 300 characters at most, or none', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 2000 }),
    bodies.map((body) => JSON.stringify(body)),
  )
  fc.assert(
    fc.property(texts, (text) => {
      expect(Array.from(upstreamWords(text, contract) ?? '').length).toBeLessThanOrEqual(300)
    }),
  )
})

test('any request has a path that leads to its own endpoint and nowhere else', () => {
  const requests: fc.Arbitrary<PageRequest> = fc.record(
    {
      operation: operations,
      subject: fc.string({ unit: 'binary' }),
      cursor: fc.string(),
      count: fc.double(),
    },
    { requiredKeys: ['operation', 'subject'] },
  )
  fc.assert(
    fc.property(requests, (request) => {
      const path = pagePath(request, defaultContract)
      if (!path.ok) {
        expect(path.problem).toMatchObject({ kind: 'bad_request', charged: 'no' })
        return
      }
      const url = new URL(path.value, 'http://upstream')
      expect(path.value.split('?')[0]).toBe(url.pathname)
      expect(url.pathname).toMatch(/^\/v1\/(search|users\/[^/]+\/(tweets|followers))$/)
      expect(Number(url.searchParams.get('count'))).toBeGreaterThanOrEqual(1)
      expect(url.searchParams.get('cursor')).toBe(request.cursor ?? null)
    }),
  )
})

test('what was parsed stays JSON: it can be stored and read again', () => {
  fc.assert(
    fc.property(bodies, (body) => {
      const value = parseJson(JSON.stringify(body), 32)
      if (value !== undefined) expect(JSON.parse(JSON.stringify(value))).toEqual(value)
    }),
  )
})
