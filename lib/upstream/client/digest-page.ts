import type { Operation } from '@/lib/kernel'
import { parseJson } from './json'
import { isLostInReading } from './lost-in-reading'
import { packJson } from './packed-json'
import { NO_ITEMS, readPage } from './page'
import { notJson } from './problems'
import type { Provider } from './provider'
import { textWithoutKey, valueWithoutKey } from './secrecy/withhold-key'
import type { PackedPage, PageContent, ReadResult } from './types'

/** A successful answer and the facts needed to read it. */
export interface PageToRead {
  readonly body: Uint8Array
  /** Value of the header that states the charge, if the provider names one and the upstream sent it. */
  readonly charge: string | undefined
  readonly operation: Operation
  /** Number of items that were asked for; the maximum if absent. */
  readonly count?: number | undefined
  /** True for an answer without content (status 204), which means that nothing was found. */
  readonly isNoContent?: boolean
  readonly provider: Provider
  /** Withheld wherever the answer repeats it. It stays in this process: a thread shares its memory. */
  readonly key: string
  /** True if the answer itself is passed on, so that its items are not needed. */
  readonly isRelayed?: boolean
}

const NOTHING = new Uint8Array(0)

/**
 * Reads a page as `readPage` does, without texts that hold the key. Returns null for an answer to pass on that holds the key or
 * cannot be read: its caller needs more than the page.
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
    // The text is passed on, and it may say more than the JSON that was read of it.
    if (isLostInReading(body, json) && textWithoutKey(text, key) !== text) return null
  }
  const { chargeHeader } = provider
  const headers = new Map(chargeHeader === null || charge === undefined ? [] : [[chargeHeader, charge]])
  // A failure is recognised by words that may stand beside the key; the caller withholds them.
  const reading = readPage(json, headers, { operation, count }, provider)
  if (!reading.ok) return isRelayed ? null : reading
  return clean === json ? reading : readPage(clean, headers, { operation, count }, provider)
}

/** Decodes as `TextDecoder` does, in half the time. */
function textIn({ buffer, byteOffset, byteLength }: Uint8Array): string {
  const text = Buffer.from(buffer, byteOffset, byteLength).toString('utf8')
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/** Reads a page and packs its items, so that input and result can be sent to another thread. */
export async function digestPage(page: PageToRead): Promise<ReadResult<PackedPage> | null> {
  const reading = readBody(page)
  if (!reading?.ok) return reading
  const { items, ...outline } = reading.value
  return { ok: true, value: { ...outline, packed: page.isRelayed ? NOTHING : await packJson(items) } }
}
