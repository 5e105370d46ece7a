import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { AppError, Secret } from '@/lib/kernel'
import { createSecretCheck, type SecretCheck } from './secret-check'

/** Seals keys for the database and names them by reference. Holds the master key; made once per process. */
export interface Vault {
  /** HMAC-SHA-256 of a key, hex: how it is found and compared without being readable. */
  keyRef(key: Secret): string
  /** The sealed form of a key, bound to its row and team. */
  seal(key: Secret, row: SealedRow): string
  /** The key itself. Throws `unavailable` if the master key or the row is not the one it was sealed for. */
  open(sealed: string, row: SealedRow): Secret
  /** A key of 256 bits for another purpose, derived from the master key. */
  derive(purpose: string): Uint8Array
  /** By what a database knows the master key again. */
  readonly check: SecretCheck
}

export interface SealedRow {
  readonly teamId: string
  readonly keyId: string
}

const VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Envelope encryption: each row has a random data key (AES-256-GCM, the ids as associated data), wrapped by a key
 * derived from the master key. A new master key needs new wrapping, not new sealing.
 */
export function createVault(masterKey: Uint8Array): Vault {
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', masterKey, new Uint8Array(), `purser ${purpose} ${VERSION}`, 32))
  const wrapping = derive('seal')
  const pepper = derive('key reference')
  return {
    derive,
    check: createSecretCheck('master key', masterKey),
    keyRef: (key) => createHmac('sha256', pepper).update(key.reveal()).digest('hex'),
    seal(key, row) {
      const dataKey = randomBytes(32)
      const aad = aadOf(row)
      const parts = [
        encrypt(wrapping, dataKey, aad),
        encrypt(dataKey, Buffer.from(key.reveal(), 'utf8'), aad),
      ]
      return [VERSION, ...parts.map((part) => part.toString('base64url'))].join('.')
    },
    open(sealed, row) {
      try {
        const [version, wrapped = '', body = ''] = sealed.split('.')
        if (version !== VERSION) throw new Error(`unknown version ${version}`)
        const aad = aadOf(row)
        const dataKey = decrypt(wrapping, Buffer.from(wrapped, 'base64url'), aad)
        return new Secret(decrypt(dataKey, Buffer.from(body, 'base64url'), aad).toString('utf8'))
      } catch (cause) {
        const message =
          'A stored key cannot be opened: the master key is not the one it was sealed with. Put the right master key back and restart.'
        throw new AppError('unavailable', message, {}, { cause })
      }
    },
  }
}

const aadOf = ({ teamId, keyId }: SealedRow): Buffer => Buffer.from(`${VERSION}|${teamId}|${keyId}`, 'utf8')

function encrypt(key: Uint8Array, plain: Uint8Array, aad: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(aad)
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

function decrypt(key: Uint8Array, sealed: Buffer, aad: Buffer): Buffer {
  const iv = sealed.subarray(0, IV_BYTES)
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    .setAAD(aad)
    .setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}
