import type { Operation } from '@/lib/kernel'
import { parseJson } from './json'
import { isLostInReading } from './lost-in-reading'
import { packJson } from './packed-json'
import { NO_ITEMS, readPage } from './page'
import { notJson } from './problems'
import type { Provider } from './provider'
import { textWithoutKey, valueWithoutKey } from './secrecy/without-key'
import type { PackedPage, PageContent, ReadResult } from './types'

/** A successful answer, with what it takes to read it. */
export interface PageToRead {
  readonly body: Uint8Array
  /** The header that states the charge, if the provider names one and it was sent. */
  readonly charge: string | undefined
  readonly operation: Operation
  /** How many items were asked for; the maximum if absent. */
  readonly count?: number | undefined
  /** True for an answer without content (status 204): nothing was found. */
  readonly isNoContent?: boolean
  readonly provider: Provider
  /** Taken out where the answer repeats it. It stays in this process: a thread shares its memory. */
  readonly key: string
  /** True where the answer itself is passed on: its items are not wanted. */
  readonly isRelayed?: boolean
}

const NOTHING = new Uint8Array(0)

/**
 * Reads a page as `readPage` does, without the key. Null for an answer to pass on that holds the key, or cannot be read:
 * its caller needs more than the page.
 */
export function readBody({
  body,
  charge,
  operation,
  count,
  provider,
  key,
  isRelayed = false,
  isNoContent = false,
}: PageToRead): ReadResult<PageContent> | null {
  if (isNoContent) return { ok: true, value: NO_ITEMS }
  const text = textIn(body)
  const json = parseJson(text, provider.limits.jsonDepth)
  if (json === undefined) return isRelayed ? null : notJson()
  const clean = valueWithoutKey(json, key)
  if (isRelayed) {
    if (clean !== json) return null
    // Its text is passed on, which may say more than its JSON.
    if (isLostInReading(body, json) && textWithoutKey(text, key) !== text) return null
  }
  const { chargeHeader } = provider
  const headers = new Map(chargeHeader === null || charge === undefined ? [] : [[chargeHeader, charge]])
  const reading = readPage(clean, headers, { operation, count }, provider)
  return reading.ok || !isRelayed ? reading : null
}

/** As `TextDecoder` reads it, in half the time. */
function textIn({ buffer, byteOffset, byteLength }: Uint8Array): string {
  const text = Buffer.from(buffer, byteOffset, byteLength).toString('utf8')
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/** The same with its items packed: input and result can be sent to another thread. */
export async function digestPage(page: PageToRead): Promise<ReadResult<PackedPage> | null> {
  const reading = readBody(page)
  if (!reading?.ok) return reading
  const { items, ...outline } = reading.value
  return { ok: true, value: { ...outline, packed: page.isRelayed ? NOTHING : await packJson(items) } }
}
