import type { MasterKey } from './master-key'

/** The row that a sealed text belongs to. It opens nowhere else. */
export interface SealedRow {
  readonly teamId: string
  readonly keyId: string
}

/**
 * A sealed text in parts: the secret encrypted with a data key, and that key wrapped by one master key or by several.
 */
interface SealedParts {
  /** Wrapped data key by the master key's id; under '' if the text is of the first form, which names none. */
  readonly wraps: ReadonlyMap<string, string>
  readonly body: string
}

const [FIRST, VERSION] = ['v1', 'v2']

/**
 * Returns the ids that a sealed text is bound to. They are the same in both forms, so that a new form needs no new
 * sealing.
 */
export const buildAad = ({ teamId, keyId }: SealedRow): Buffer =>
  Buffer.from(`${FIRST}|${teamId}|${keyId}`, 'utf8')

/** Parses a sealed text. Throws if it is not one. */
export function parseSealedText(sealed: string): SealedParts {
  const [version, ...parts] = sealed.split('.')
  const body = parts.pop()
  if (body === undefined) throw new Error('not a sealed text')
  if (version === FIRST && parts.length === 1) return { wraps: new Map([['', parts[0] ?? '']]), body }
  if (version !== VERSION || parts.length < 2 || parts.length % 2 === 1)
    throw new Error(`unknown version ${version}`)
  const wraps = new Map<string, string>()
  for (let at = 0; at < parts.length; at += 2) wraps.set(parts[at] ?? '', parts[at + 1] ?? '')
  return { wraps, body }
}

export const serialiseSealedText = ({ wraps, body }: SealedParts): string =>
  [VERSION, ...[...wraps].flat(), body].join('.')

/** Returns the data key of a sealed text. Throws if this master key has not wrapped it. */
export function unwrapDataKey({ wraps }: SealedParts, key: MasterKey, aad: Buffer): Buffer {
  const wrapped = wraps.get(key.id) ?? wraps.get('')
  if (wrapped === undefined) throw new Error('sealed with another master key')
  return key.unwrap(wrapped, aad)
}
