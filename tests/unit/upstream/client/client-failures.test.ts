import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { answering, problemOf, serve } from './server'

describe('Errors by status', () => {
  test.each([
    [400, 'bad_request', 'no'],
    [401, 'not_allowed', 'no'],
    [402, 'wallet_empty', 'no'],
    [403, 'not_allowed', 'no'],
    [404, 'not_found', 'no'],
    [418, 'bad_request', 'no'],
    [422, 'bad_request', 'no'],
    [429, 'rate_limited', 'no'],
    [500, 'upstream_down', 'unknown'],
    [502, 'upstream_down', 'unknown'],
    [503, 'upstream_down', 'unknown'],
    [304, 'not_understood', 'no'],
  ])('%i is %s, charged: %s', async (status, kind, charged) => {
    const problem = await problemOf(answering(status))
    expect(problem).toMatchObject({ kind, charged, httpStatus: status })
    expect(problem.message).toMatch(/^[A-Z].*\.$/)
  })

  test.each([
    [403, { error: 'Insufficient credits.' }, 'wallet_empty'],
    [400, { message: 'You have insufficient balance' }, 'wallet_empty'],
    [403, { error: 'Insufficient permissions' }, 'not_allowed'],
    [403, { detail: 'No.', title: 'Insufficient credits' }, 'wallet_empty'],
    [401, { error: 'insufficient credits' }, 'not_allowed'],
    [404, { error: 'insufficient credits' }, 'not_found'],
    [429, { error: 'insufficient credits' }, 'rate_limited'],
  ])('%i with %j is %s', async (status, body, kind) => {
    expect(await problemOf(answering(status, body))).toMatchObject({ kind, charged: 'no' })
  })

  test('the provider may name the words of an empty wallet', async () => {
    const problem = await problemOf(answering(403, 'Kein Guthaben'), { emptyWalletWords: ['kein guthaben'] })
    expect(problem.kind).toBe('wallet_empty')
  })

  test('only a 429 says how long to wait', async () => {
    const wait = { 'retry-after': '2' }
    expect((await problemOf(answering(429, '', wait))).retryAfterMs).toBe(2000)
    expect((await problemOf(answering(429))).retryAfterMs).toBeNull()
    expect(await problemOf(answering(503, '', wait))).not.toHaveProperty('retryAfterMs')
    expect((await problemOf(answering(429, '', wait), { retryAfterUnit: 'milliseconds' })).retryAfterMs).toBe(
      2,
    )
  })

  test('a repeated header counts once', async () => {
    const problem = await problemOf((_, response) => {
      response.writeHead(429, ['retry-after', '3', 'retry-after', '9']).end()
    })
    expect(problem.retryAfterMs).toBe(3000)
  })

  test('the API’s words are passed on, with its support address', async () => {
    const body = { error: 'unauthorized', message: 'No <b>such</b> key' }
    const problem = await problemOf(answering(401, body), { supportAddress: 'help@upstream.test' })
    expect(problem.upstreamWords).toBe('No <b>such</b> key')
    expect(problem.message).toContain('help@upstream.test')
  })

  test('a status counts even if the body after it is lost', async () => {
    const cutOff: RequestListener = (_, response) => {
      response.writeHead(429, { 'content-length': '100', 'retry-after': '1' })
      response.write('half')
      setImmediate(() => response.destroy())
    }
    expect(await problemOf(cutOff)).toMatchObject({ kind: 'rate_limited', charged: 'no', retryAfterMs: 1000 })
  })

  test('a redirect is not followed', async () => {
    const seen: unknown[] = []
    const elsewhere = await serve((request) => seen.push(request.headers))
    const problem = await problemOf(answering(302, '', { location: `${elsewhere}/v1/users/ada/tweets` }))
    expect(problem).toMatchObject({ kind: 'not_understood', charged: 'no', httpStatus: 302 })
    expect(seen).toEqual([])
  })
})

describe('A failure with status 200', () => {
  test.each([
    [{ status: 'error', message: 'Try later' }, 'Try later'],
    [{ success: false, error: { message: 'Nope' } }, 'Nope'],
    [{ data: null, errors: [{ detail: 'Gone' }] }, 'Gone'],
  ])('%j', async (body, words) => {
    const problem = await problemOf(answering(200, body))
    expect(problem).toMatchObject({ kind: 'bad_request', charged: 'unknown', upstreamWords: words })
  })

  test.each([
    '',
    'null',
    '7',
    '"text"',
    '{}',
    '{"tweets":7}',
    '{"tweets":[1,2]}',
    '<html>',
    '{"tweets":[{}]',
    '[[]]',
  ])('%s cannot be understood, and may have been charged', async (body) => {
    expect(await problemOf(answering(200, body))).toMatchObject({
      kind: 'not_understood',
      charged: 'unknown',
      httpStatus: 200,
    })
  })

  test('an unrequested compressed body is not understood', async () => {
    const problem = await problemOf((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"tweets":[]}'))
    })
    expect(problem).toMatchObject({ kind: 'not_understood', charged: 'unknown' })
  })

  test('a compressed error has no words', async () => {
    const problem = await problemOf((_, response) => {
      response.writeHead(401, { 'content-encoding': 'gzip' }).end(gzipSync('{"message":"No"}'))
    })
    expect(problem).toMatchObject({ kind: 'not_allowed', charged: 'no' })
    expect(problem).not.toHaveProperty('upstreamWords')
  })

  test('endlessly nested JSON is not understood', async () => {
    const body = `{"tweets":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(await problemOf(answering(200, body))).toMatchObject({ kind: 'not_understood' })
  })
})
