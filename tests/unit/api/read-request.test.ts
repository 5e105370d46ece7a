import { expect, test } from 'vitest'
import { z } from 'zod'
import { rateLimitHeaders } from '@/lib/api/limits'
import { findEndpoint, readBody, readQuery } from '@/lib/api/read-request'

const schema = z.strictObject({
  limit: z.coerce.number().int().max(5).default(1),
  kind: z.string().optional(),
})
const query = (text: string) => readQuery(schema, new URLSearchParams(text))

test('an unknown parameter is refused with the names of the existing ones', () => {
  expect(() => query('colour=red')).toThrow('There is no parameter “colour”. There are: limit, kind.')
  expect(() => readQuery(z.strictObject({}), new URLSearchParams('a=1'))).toThrow(
    'There is no parameter “a”. There are no parameters here.',
  )
  expect(() => query('__proto__=1')).toThrow('There is no parameter “__proto__”.')
})

test('a repeated parameter is refused, and an invalid one is named', () => {
  expect(() => query('limit=1&limit=2')).toThrow('A parameter is given twice.')
  expect(() => query('limit=9')).toThrow(expect.objectContaining({ fields: { limit: expect.any(String) } }))
  expect(query('')).toEqual({ limit: 1 })
})

test('a body must be JSON by its header and its content, and small', async () => {
  const send = (body: string, type: string) =>
    readBody(schema, new Request('http://a/', { method: 'POST', body, headers: { 'content-type': type } }))
  await expect(send('{}', 'text/plain')).rejects.toMatchObject({ problem: { code: 'not_json' } })
  await expect(send('{', 'application/json')).rejects.toThrow('The body is not JSON.')
  await expect(send('[]', 'application/json; charset=utf-8')).rejects.toMatchObject({ code: 'invalid' })
  const large = JSON.stringify({ kind: 'a'.repeat(70_000) })
  await expect(send(large, 'application/json')).rejects.toMatchObject({ problem: { code: 'too_large' } })
  expect(await send('{"kind":"b"}', 'application/json')).toEqual({ limit: 1, kind: 'b' })
  // A file saved by a Windows editor, as curl sends it.
  expect(await send('\ufeff{"kind":"b"}', 'application/json')).toEqual({ limit: 1, kind: 'b' })
})

test('an endpoint is found by its method and path, with the ids from the path', () => {
  expect(findEndpoint('GET', '/runs/7/items')).toMatchObject({
    endpoint: { name: 'listItems' },
    ids: { runId: '7' },
  })
  expect(findEndpoint('PATCH', '/runs')).toEqual({ endpoint: null, methods: ['GET', 'POST'] })
  for (const path of ['', '/', '/run', '/runs/', '/runs/7/items/8', '/wallets/../runs'])
    expect(findEndpoint('GET', path)).toBeNull()
})

test('the headers of a limit state what is left and for how long', () => {
  const allowance = { max: 10, seconds: 60, left: 3, resetsInMs: 1500, isExceeded: false }
  expect(rateLimitHeaders(allowance)).toEqual([
    ['ratelimit-policy', '"token";q=10;w=60'],
    ['ratelimit', '"token";r=3;t=2'],
  ])
})
