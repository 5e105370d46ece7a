import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type Clock, Secret, systemClock } from '@/lib/kernel'
import { createUpstream, type PageReader, readProvider, type Upstream } from '@/lib/upstream/client'

export const KEY_TEXT = 'xd_live_abcd0123456789ABCDEFGHIJKLMNOPQR'
export const KEY = new Secret(KEY_TEXT)
export const NOW = new Date('2026-11-20T12:00:00.000Z')
export const clock: Clock = { ...systemClock, now: () => NOW }

/** Serves on a free loopback port until the test ends, and returns the address. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/**
 * Creates a client of a small server that behaves as `listener` says; `overrides` replace fields of the
 * default provider.
 */
export async function clientOf(listener: RequestListener, overrides: object = {}): Promise<Upstream> {
  return clientAt(await serve(listener), overrides)
}

export function clientAt(
  baseUrl: string,
  overrides: object = {},
  options: { readonly reader?: PageReader; readonly clock?: Clock } = {},
): Upstream {
  const upstream = createUpstream({ baseUrl, provider: readProvider(overrides), clock, ...options })
  onTestFinished(() => upstream.close())
  return upstream
}

/** Creates a listener that gives every request the same answer. */
export const answering =
  (status: number, body: string | object = '', headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  }

export const TIMELINE = { operation: 'timeline', subject: 'ada' } as const

/** Returns the problem with a timeline's page from such a server, and its status. */
export async function problemOf(listener: RequestListener, overrides: object = {}) {
  const upstream = await clientOf(listener, overrides)
  const answer = await upstream.fetchPage(KEY, TIMELINE)
  if (answer.ok) throw new Error('A problem was expected.')
  return { ...answer.problem, httpStatus: answer.httpStatus }
}
