import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request and its answer on the way back to the client. */
export interface Passing {
  readonly path: string
  readonly count: number
  readonly authorization: string | undefined
  status: number
  headers: Record<string, string>
  body: Record<string, unknown>
}

export interface Deviation {
  /** What this upstream does differently. */
  readonly name: string
  /** Changes the address before it goes to the sandbox. */
  readonly readdress?: (url: URL) => void
  /** Changes the answer. */
  readonly alter?: (passing: Passing) => void
}

/** Serves a proxy that makes an upstream deviate from the interface in one thing. */
export async function serveDeviating(baseUrl: string, { readdress, alter }: Deviation) {
  const server = createServer(async ({ url = '', headers }, response) => {
    const address = new URL(url, baseUrl)
    readdress?.(address)
    const { authorization } = headers
    const key = headers['x-api-key']
    const answer = await fetch(address, {
      headers: authorization ? { authorization } : { 'x-api-key': String(key) },
    })
    const passing: Passing = {
      path: address.pathname,
      count: Number(address.searchParams.get('count')),
      authorization,
      status: answer.status,
      headers: Object.fromEntries(['retry-after'].flatMap((name) => entryOf(name, answer.headers.get(name)))),
      body: toRecord(await answer.json()),
    }
    alter?.(passing)
    response.writeHead(passing.status, passing.headers).end(JSON.stringify(passing.body))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Returns the items of a page, to be changed in place; empty if it is no page. */
export const itemsOf = ({ body }: Passing): Record<string, unknown>[] => {
  const items = body.tweets ?? body.users
  return Array.isArray(items) ? items : []
}

const entryOf = (name: string, value: string | null): [string, string][] =>
  value === null ? [] : [[name, value]]

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
