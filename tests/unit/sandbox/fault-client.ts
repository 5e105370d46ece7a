import { type IncomingHttpHeaders, request } from 'node:http'
import type { FaultName } from '@/lib/sandbox'
import { type Started, start, walletOf } from './start'

/** What arrived on the wire, to the byte and the broken connection. */
export interface RawReply {
  /** Null if no headers arrived. */
  readonly status: number | null
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** Bytes of the body, including those that were not kept. */
  readonly size: number
  /** True if the whole body arrived. */
  readonly isWhole: boolean
  /** The system's code for what broke. */
  readonly broke: string | null
}

/** Maximum number of bytes that are kept; of a larger body only the end is. */
const MAX_KEPT = 1024 * 1024

/**
 * Sends a GET on its own connection, without following redirects or decompressing. `onChunk` is called as the
 * body arrives.
 */
function rawGet(
  url: string,
  headers: Record<string, string>,
  onChunk: (size: number) => void = () => {},
): Promise<RawReply> {
  return new Promise((resolve) => {
    let head: Pick<RawReply, 'status' | 'headers'> = { status: null, headers: {} }
    let kept: Buffer[] = []
    let keptSize = 0
    let size = 0
    const end = (isWhole: boolean, broke: string | null) =>
      resolve({ ...head, body: Buffer.concat(kept), size, isWhole, broke })
    const asked = request(url, { headers, agent: false }, (response) => {
      head = { status: response.statusCode ?? null, headers: response.headers }
      response.on('data', (chunk: Buffer) => {
        if (keptSize + chunk.length > MAX_KEPT) [kept, keptSize] = [[], 0]
        kept.push(chunk)
        keptSize += chunk.length
        size += chunk.length
        onChunk(size)
      })
      response.on('end', () => end(response.complete, null))
      response.on('error', (error) => end(false, codeOf(error)))
    })
    asked.on('error', (error) => end(false, codeOf(error)))
    asked.end()
  })
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.message)

export interface Faulty extends Started {
  /** Sends a request by `rawGet`, for ada's timeline unless another path is given. */
  ask(path?: string, onChunk?: (size: number) => void): Promise<RawReply>
  /** Returns what the key was charged and given so far. */
  counts(): { pages: number; items: number; deliveredPages: number; deliveredItems: number }
}

/** Starts a sandbox in which every request meets the fault. */
export async function startFaulty(name: FaultName): Promise<Faulty> {
  const started = await start()
  started.sandbox.setFault({ name })
  return {
    ...started,
    ask: (path = '/v1/users/ada/tweets', onChunk) =>
      rawGet(`${started.baseUrl}${path}`, { 'x-api-key': started.key }, onChunk),
    counts: () => {
      const [key] = walletOf(started).keys
      if (!key) throw new Error('The key is gone')
      const { pages, items, deliveredPages, deliveredItems } = key
      return { pages, items, deliveredPages, deliveredItems }
    },
  }
}

export const charged = (items: number) => ({ pages: 1, items, deliveredPages: 0, deliveredItems: 0 })
export const delivered = (items: number) => ({ pages: 1, items, deliveredPages: 1, deliveredItems: items })
export const NOTHING = { pages: 0, items: 0, deliveredPages: 0, deliveredItems: 0 }
