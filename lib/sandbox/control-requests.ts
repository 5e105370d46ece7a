import type { IncomingMessage } from 'node:http'
import { Refusal } from './answers'

const MAX_BODY = 65_536
const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

/**
 * Refuses web pages: a page in a browser on this machine could reach the port, but its headers show that it is a page.
 */
export function refuseBrowsers({ headers }: IncomingMessage): void {
  if (headers.origin !== undefined || !LOOPBACK_HOST.test(headers.host ?? ''))
    throw new Refusal(400, 'The control port answers programs on this machine only.')
}

/** Reads the JSON object in a request's body, by field; empty if there is no body. */
export async function readBody(request: IncomingMessage): Promise<ReadonlyMap<string, unknown>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > MAX_BODY) throw new Refusal(413, 'The body is too large.')
    chunks.push(bytes)
  }
  return toFields(Buffer.concat(chunks).toString())
}

function toFields(text: string): ReadonlyMap<string, unknown> {
  if (text === '') return new Map()
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return new Map(Object.entries(value))
  } catch {
    // Reported below, like any other text that holds no object.
  }
  throw new Refusal(400, 'The body must be a JSON object.')
}
