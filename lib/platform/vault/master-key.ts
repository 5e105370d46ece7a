import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** A master key as the vault uses it: for wrapping, and for deriving other keys. */
export interface MasterKey {
  /** Identifies the key in what it sealed, without revealing anything of it: 16 hex digits. */
  readonly id: string
  wrap(dataKey: Uint8Array, aad: Buffer): string
  /** Throws if it was wrapped by another key, or for another row. */
  unwrap(wrapped: string, aad: Buffer): Buffer
  /** Derives a key of 256 bits for another purpose. Purposes are few, and their keys are cached. */
  derive(purpose: string): Uint8Array
}

/** Prepares a master key for use. */
export function toMasterKey(bytes: Uint8Array): MasterKey {
  const derived = new Map<string, Uint8Array>()
  const derive = (purpose: string): Uint8Array => {
    const key =
      derived.get(purpose) ??
      new Uint8Array(hkdfSync('sha256', bytes, new Uint8Array(), `purser ${purpose} v1`, 32))
    derived.set(purpose, key)
    return key
  }
  const wrapping = derive('seal')
  return {
    id: Buffer.from(derive('id')).toString('hex').slice(0, 16),
    wrap: (dataKey, aad) => encrypt(wrapping, dataKey, aad).toString('base64url'),
    unwrap: (wrapped, aad) => decrypt(wrapping, Buffer.from(wrapped, 'base64url'), aad),
    derive,
  }
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts with AES-256-GCM. Returns the nonce, the tag and the ciphertext. */
export function encrypt(key: Uint8Array, plain: Uint8Array, aad: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(aad)
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** Reverses `encrypt`. Throws if anything was changed. */
export function decrypt(key: Uint8Array, sealed: Buffer, aad: Buffer): Buffer {
  const iv = sealed.subarray(0, IV_BYTES)
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    .setAAD(aad)
    .setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}
