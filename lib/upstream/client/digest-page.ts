import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync, inflateRaw } from 'node:zlib'
import type { Operation } from '@/lib/kernel'
import { type JsonValue, parseJson } from './json'
import { NO_ITEMS, readPage } from './page'
import { notJsonProblem } from './problems'
import type { Provider } from './provider'
import { withholdKeyInText, withholdKeyInValue } from './secrecy/withhold-key'
import type { Item, PackedPage, Page, PageContent, ReadResult } from './types'

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
 * Reads a page as `readPage` does, without texts that hold the key. Returns null for an answer to pass on that holds
 * the key or cannot be read: its caller needs more than the page.
 */
export function readPageBody({
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
  if (json === undefined) return isRelayed ? null : notJsonProblem()
  const clean = withholdKeyInValue(json, key)
  if (isRelayed) {
    if (clean !== json) return null
    // The text is passed on, and it may say more than the JSON that was read of it.
    if (isJsonLossy(body, json) && withholdKeyInText(text, key) !== text) return null
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
export async function readAndPackPage(page: PageToRead): Promise<ReadResult<PackedPage> | null> {
  const reading = readPageBody(page)
  if (!reading?.ok) return reading
  const { items, ...outline } = reading.value
  return { ok: true, value: { ...outline, packed: page.isRelayed ? NOTHING : await packJson(items) } }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
/**
 * Number of digits in a fraction that reveal nothing of a key, which is searched for in pieces of twelve characters.
 */
const SHORT_NUMBER = 11

const IN_NUMBER = 1
const IN_FRACTION = 2
const KINDS = Uint8Array.from({ length: 256 }, (_, code) => {
  const sign = String.fromCharCode(code)
  return /[-+.eE]/.test(sign) ? IN_NUMBER | IN_FRACTION : /\d/.test(sign) ? IN_NUMBER : 0
})

/**
 * Returns whether a body says more than the JSON read of it: of two fields of one name only the last was read, and of
 * a long fraction only its value. Costs a fraction of searching the body.
 */
export function isJsonLossy(body: Uint8Array, json: JsonValue): boolean {
  let [names, number, isFraction] = [0, 0, false]
  for (let at = 0; at < body.length; at++) {
    const code = body[at]
    if (code === QUOTE) {
      at = endOfText(body, at)
      number = 0
      isFraction = false
      continue
    }
    if (code === COLON) names++
    const kind = KINDS[code ?? 0] ?? 0
    if (kind === 0) {
      number = 0
      isFraction = false
      continue
    }
    isFraction ||= kind !== IN_NUMBER
    if (++number > SHORT_NUMBER && isFraction) return true
  }
  return names !== namesIn(json)
}

/** Returns the end of the text that begins at a quotation mark. */
function endOfText(body: Uint8Array, begun: number): number {
  for (let at = begun + 1; at < body.length; at++) {
    const code = body[at]
    if (code === QUOTE) return at
    if (code === BACKSLASH) at++
  }
  return body.length
}

function namesIn(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0
  let names = 0
  if (Array.isArray(value)) for (const each of value) names += namesIn(each)
  else
    for (const inner of Object.values(value)) {
      names++
      names += namesIn(inner)
    }
  return names
}

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** The fastest level takes half the time and makes the result a tenth larger. */
const FASTEST = { level: 1, chunkSize: 65_536 } as const
/**
 * Number of characters below which handing over to another thread would cost this one more time than the work itself.
 */
const SMALL = 200_000

/** Serialises a value as JSON in UTF-8 and deflates it. */
export async function packJson(value: object): Promise<Uint8Array<ArrayBuffer>> {
  const json = JSON.stringify(value)
  return new Uint8Array(json.length < SMALL ? deflateRawSync(json, FASTEST) : await deflate(json, FASTEST))
}

/** Unpacks the JSON text. */
export const unpackJson = async (packed: Uint8Array): Promise<string> =>
  (await inflate(packed)).toString('utf8')

/** Wraps a page that was read in this thread, whose items are at hand. */
export const wrapPage = ({ items, ...outline }: PageContent): Page => ({
  ...outline,
  items: () => Promise.resolve(items),
  packed: () => packJson(items),
})

/** Wraps a page that another thread read, whose items arrived packed. */
export const wrapPackedPage = ({ packed, ...outline }: PackedPage): Page => ({
  ...outline,
  items: async (): Promise<Item[]> => JSON.parse(await unpackJson(packed)),
  packed: () => Promise.resolve(packed),
})
