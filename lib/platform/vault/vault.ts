import { createHmac, randomBytes } from 'node:crypto'
import { AppError, Secret } from '@/lib/kernel'
import { decrypt, encrypt, toMasterKey } from './master-key'
import { buildAad, parseSealedText, type SealedRow, serialiseSealedText, unwrapDataKey } from './sealed-text'
import { createSecretCheck, type SecretCheck } from './secret-check'

/** Seals keys for the database and names them by reference. Holds the master key; created once per process. */
export interface Vault {
  /** Returns the HMAC-SHA-256 of a key in hex, by which it is found and compared without being readable. */
  keyRef(key: Secret): string
  /** Returns the sealed form of a key, bound to its row and team. */
  seal(key: Secret, row: SealedRow): string
  /** Returns the key itself. Throws `unavailable` if the master key or the row is not the one it was sealed for. */
  open(sealed: string, row: SealedRow): Secret
  /** Seals a text that is not stored, such as one for a browser, for a purpose and for those it is bound to. */
  sealText(text: string, to: TextSeal): string
  /** Opens such a text; null if it was altered, or sealed for something or somebody else. */
  openText(sealed: string, to: TextSeal): string | null
  /** Check by which a database recognises the master key. */
  readonly check: SecretCheck
  /** Returns the same vault with a database's own pepper; see `openPepper`. */
  withPepper(pepper: Uint8Array): Vault
}

/** The purpose of a sealed text, and the ids that it is bound to. */
interface TextSeal {
  readonly purpose: string
  readonly boundTo: readonly string[]
}

const aadOfText = ({ boundTo }: TextSeal): Buffer => Buffer.from(JSON.stringify(boundTo), 'utf8')

const OTHER_KEY =
  'A stored key cannot be opened: the master key is not the one it was sealed with. Put the right master key back and restart.'

/**
 * Creates a vault with envelope encryption: each row has a random data key (AES-256-GCM, the ids as associated data),
 * wrapped by a key derived from the master key. A new master key needs new wrapping, not new sealing. References are
 * derived from a pepper; without the database's own it is derived from the master key, as it was before databases had
 * one.
 */
export function createVault(masterKey: Uint8Array, ownPepper?: Uint8Array): Vault {
  const key = toMasterKey(masterKey)
  const pepper = ownPepper ?? derivePepper(masterKey)
  return {
    sealText: (text, to) =>
      encrypt(key.derive(to.purpose), Buffer.from(text, 'utf8'), aadOfText(to)).toString('base64url'),
    openText(sealed, to) {
      try {
        const plain = decrypt(key.derive(to.purpose), Buffer.from(sealed, 'base64url'), aadOfText(to))
        return plain.toString('utf8')
      } catch {
        return null
      }
    },
    check: createSecretCheck('master key', masterKey),
    withPepper: (other) => createVault(masterKey, other),
    keyRef: (secret) => createHmac('sha256', pepper).update(secret.reveal()).digest('hex'),
    seal(secret, row) {
      const dataKey = randomBytes(32)
      const aad = buildAad(row)
      const body = encrypt(dataKey, Buffer.from(secret.reveal(), 'utf8'), aad).toString('base64url')
      return serialiseSealedText({ wraps: new Map([[key.id, key.wrap(dataKey, aad)]]), body })
    },
    open(sealed, row) {
      try {
        const parts = parseSealedText(sealed)
        const aad = buildAad(row)
        const dataKey = unwrapDataKey(parts, key, aad)
        return new Secret(decrypt(dataKey, Buffer.from(parts.body, 'base64url'), aad).toString('utf8'))
      } catch (cause) {
        throw new AppError('unavailable', OTHER_KEY, {}, { cause })
      }
    },
  }
}

/** Returns the pepper of references that predate a database's own. */
export const derivePepper = (masterKey: Uint8Array): Uint8Array =>
  toMasterKey(masterKey).derive('key reference')

/** Changes the master keys by which a sealed text opens. Its content stays closed. */
export interface Rewrapping {
  /** Returns a text that opens by the former and by the next key. Throws if the former did not seal it. */
  both(sealed: string, row: SealedRow): string
  /** Returns a text that opens by the next key alone. Throws if that one cannot open it. */
  next(sealed: string, row: SealedRow): string
}

/**
 * Creates the rewrapping, in two steps, so that at each moment one key alone opens everything: the former until all
 * texts have both, then the next.
 */
export function createRewrapping(former: Uint8Array | null, next: Uint8Array): Rewrapping {
  const [from, to] = [former && toMasterKey(former), toMasterKey(next)]
  return {
    both(sealed, row) {
      const parts = parseSealedText(sealed)
      if (!from || (parts.wraps.size === 2 && parts.wraps.has(from.id) && parts.wraps.has(to.id)))
        return sealed
      const aad = buildAad(row)
      const dataKey = unwrapDataKey(parts, from, aad)
      const wraps = new Map([from, to].map((key) => [key.id, key.wrap(dataKey, aad)] as const))
      return serialiseSealedText({ ...parts, wraps })
    },
    next(sealed, row) {
      const parts = parseSealedText(sealed)
      if (parts.wraps.size === 1 && parts.wraps.has(to.id)) return sealed
      const aad = buildAad(row)
      const dataKey = unwrapDataKey(parts, to, aad)
      return serialiseSealedText({ ...parts, wraps: new Map([[to.id, to.wrap(dataKey, aad)]]) })
    },
  }
}
