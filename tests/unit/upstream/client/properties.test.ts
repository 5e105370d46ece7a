import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultProvider, type PageRequest } from '@/lib/upstream/client'
import { pagePath } from '@/lib/upstream/client/address'
import { isObject, parseJson } from '@/lib/upstream/client/json'
import { readKeyInfoObject } from '@/lib/upstream/client/key-info'
import { readPage } from '@/lib/upstream/client/page'
import type { PageContent, ReadResult } from '@/lib/upstream/client/types'
import { upstreamErrorText } from '@/lib/upstream/client/words'
import { bodies, operations, providers } from './arbitraries'

function expectTyped(reading: ReadResult<unknown>): void {
  if (reading.ok) return
  expect(['not_understood', 'bad_request', 'wallet_empty']).toContain(reading.problem.kind)
  expect(reading.problem.charged).toBe('unknown')
  expect(reading.problem.message).not.toBe('')
}

function expectTypedPage({ items, nextCursor, reportedChargeNano }: PageContent): void {
  expect(nextCursor === null || nextCursor.length > 0).toBe(true)
  expect(reportedChargeNano === null || reportedChargeNano >= 0n).toBe(true)
  for (const { id, text, createdAt, link } of items) {
    expect(id).not.toBe('')
    expect(typeof text).toBe('string')
    expect(createdAt === null || new Date(createdAt).toISOString() === createdAt).toBe(true)
    expect(link === null || /^https?:/i.test(link)).toBe(true)
  }
}

test('any JSON yields a typed page or a typed problem', () => {
  fc.assert(
    fc.property(bodies, operations, fc.string(), providers, (body, operation, header, provider) => {
      const headers = new Map([
        ['x-charged', header],
        ['x-credits-charged', header],
      ])
      const reading = readPage(body, headers, { operation }, provider)
      expectTyped(reading)
      if (reading.ok) expectTypedPage(reading.value)
    }),
    { numRuns: 1000 },
  )
})

test('no item is lost: as many are returned as the array holds', () => {
  fc.assert(
    fc.property(fc.array(bodies.filter(isObject)), operations, (tweets, operation) => {
      const reading = readPage({ tweets }, new Map(), { operation }, defaultProvider)
      expect(reading.ok && reading.value.items.length).toBe(tweets.length)
    }),
  )
})

test('any JSON yields key info or a typed problem', () => {
  fc.assert(
    fc.property(bodies, providers, (body, provider) => {
      const reading = readKeyInfoObject(body, provider)
      expectTyped(reading)
      if (reading.ok) expect(reading.value.keyPrefix?.length ?? 0).toBeLessThanOrEqual(12)
    }),
  )
})

test('any text yields words of 300 characters at most, or none', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 2000 }),
    bodies.map((body) => JSON.stringify(body)),
  )
  fc.assert(
    fc.property(texts, providers, (text, provider) => {
      expect(Array.from(upstreamErrorText(text, provider) ?? '').length).toBeLessThanOrEqual(300)
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
      const path = pagePath(request, defaultProvider)
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

test('parsed values remain JSON: they can be stored and read again', () => {
  fc.assert(
    fc.property(bodies, (body) => {
      const value = parseJson(JSON.stringify(body), 32)
      if (value !== undefined) expect(JSON.parse(JSON.stringify(value))).toEqual(value)
    }),
  )
})
