import { EventEmitter } from 'node:events'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createRequestWatch, createRouteFinder } from '@/lib/server/telemetry'

const routeOf = createRouteFinder(['/[team]/usage', '/api/health', '/invite/[token]'])

/** Returns the log line of a request with this answer, or null. */
function lineOf(url: string, answer: { statusCode: number; writableFinished: boolean }, level = 'info') {
  const lines: string[] = []
  const log = pino({ level, base: null }, { write: (line) => void lines.push(line) })
  const watch = createRequestWatch({ log, tracing: null, routeOf })
  const response = Object.assign(new EventEmitter(), answer)
  watch({ method: 'GET', url }, response as never, { requestId: 'r-1', parent: null })
  response.emit('close')
  return lines[0] === undefined ? null : (JSON.parse(lines[0]) as Record<string, unknown>)
}

const OK = { statusCode: 200, writableFinished: true }

test('a request has one line, with the pattern of its address but never the address', () => {
  const line = lineOf('/invite/a-token?text=grace', OK)
  expect(line).toMatchObject({ requestId: 'r-1', method: 'GET', route: '/invite/[token]', status: 200 })
  expect(JSON.stringify(line)).not.toMatch(/a-token|grace/)
})

test('a client that left before the end is logged as 499', () => {
  expect(lineOf('/acme/usage', { statusCode: 200, writableFinished: false })).toMatchObject({ status: 499 })
})

test('a health check is logged at debug level only, unless it fails', () => {
  expect(lineOf('/api/health', OK)).toBeNull()
  expect(lineOf('/api/health', OK, 'debug')).toMatchObject({ route: '/api/health' })
  expect(lineOf('/api/health', { statusCode: 503, writableFinished: true })).toMatchObject({ status: 503 })
})
