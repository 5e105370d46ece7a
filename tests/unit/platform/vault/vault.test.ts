import { createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { AppError, Secret } from '@/lib/kernel'
import { createVault, type Vault } from '@/lib/platform/vault'

const MASTER = new Uint8Array(randomBytes(32))
const row = { teamId: 'team-a', keyId: 'key-a' }
const key = new Secret('xd_live_0123456789abcdefghijklmnopqrstuv')

const partsOf = (sealed: string): string[] => sealed.split('.')
const bytesOf = (part: string | undefined): Buffer => Buffer.from(part ?? '', 'base64url')

let vault: Vault
let other: Vault
beforeEach(() => {
  vault = createVault(MASTER)
  other = createVault(new Uint8Array(randomBytes(32)))
})

/** Returns a sealed key with one bit flipped, in this byte of a part. */
function altered(sealed: string, part: number, at: number): string {
  const parts = partsOf(sealed)
  const bytes = bytesOf(parts[part])
  bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ 1
  parts[part] = bytes.toString('base64url')
  return parts.join('.')
}

describe('sealing', () => {
  test('a sealed key opens to itself, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        expect(vault.open(vault.seal(new Secret(text), row), row).reveal()).toBe(text)
      }),
    )
  })

  test('the same key sealed twice gives two texts of one form: version, the master key’s id, wrapped data key, body', () => {
    const [first, second] = [vault.seal(key, row), vault.seal(key, row)]
    expect(partsOf(first)).toHaveLength(4)
    expect(partsOf(first)[0]).toBe('v2')
    const id = new Uint8Array(hkdfSync('sha256', MASTER, new Uint8Array(), 'purser id v1', 32))
    expect(partsOf(first)[1]).toBe(Buffer.from(id).toString('hex').slice(0, 16))
    for (const place of [2, 3]) expect(partsOf(first)[place]).not.toBe(partsOf(second)[place])
    // 12 bytes of nonce and 16 of tag before a data key of 32.
    expect(bytesOf(partsOf(first)[2])).toHaveLength(12 + 32 + 16)
    expect(bytesOf(partsOf(first)[3])).toHaveLength(12 + key.reveal().length + 16)
    expect(first).not.toContain(Buffer.from(key.reveal()).toString('base64url').slice(4, 20))
  })

  test('it opens with the documented algorithm, by other means', () => {
    const [, , wrapped, body] = partsOf(vault.seal(key, row)).map(bytesOf)
    const wrapping = new Uint8Array(hkdfSync('sha256', MASTER, new Uint8Array(), 'purser seal v1', 32))
    const open = (secret: Uint8Array, sealed: Buffer = Buffer.alloc(0)) => {
      const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, 12))
      decipher.setAAD(Buffer.from('v1|team-a|key-a')).setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
    }
    expect(open(open(wrapping, wrapped), body).toString()).toBe(key.reveal())
  })

  test.each([
    ['another team', { ...row, teamId: 'team-b' }],
    ['another key', { ...row, keyId: 'key-b' }],
    ['ids that only join to the same text', { teamId: 'team-a|key-a', keyId: '' }],
  ])('it does not open for %s', (_, elsewhere) => {
    expect(() => vault.open(vault.seal(key, row), elsewhere)).toThrow('cannot be opened')
  })

  test('it does not open with another master key, nor after any byte was altered', () => {
    const sealed = vault.seal(key, row)
    expect(() => other.open(sealed, row)).toThrow('not the one it was sealed with')
    fc.assert(
      fc.property(fc.constantFrom(2, 3), fc.nat(200), (part, at) => {
        expect(() => vault.open(altered(sealed, part, at), row)).toThrow(AppError)
      }),
    )
  })

  test('a text of another version is refused as such', () => {
    const later = `v3.${vault.seal(key, row).slice(3)}`
    const cause = expect.objectContaining({ message: 'unknown version v3' })
    expect(() => vault.open(later, row)).toThrow(expect.objectContaining({ code: 'unavailable', cause }))
  })

  test.each(['', 'v1', 'v1..', 'v1.AAAA.AAAA', 'v2..', 'v2.AAAA.AAAA', 'v2.id.AAAA.AAAA'])(
    'an invalid text is refused with what to do: %j',
    (text) => {
      expect(() => vault.open(text, row)).toThrow(
        expect.objectContaining({
          code: 'unavailable',
          message: expect.stringContaining('Put the right master key back and restart.'),
        }),
      )
    },
  )

  test('a text whose tag was cut short is refused, even if nothing follows the tag', () => {
    const parts = partsOf(vault.seal(new Secret(''), row))
    const short = bytesOf(parts[3]).subarray(0, 20).toString('base64url')
    expect(() => vault.open([...parts.slice(0, 3), short].join('.'), row)).toThrow('cannot be opened')
  })

  test('the reason for a failure is kept, and names no secret', () => {
    const sealed = vault.seal(key, row)
    const refused = (() => {
      try {
        return other.open(sealed, row)
      } catch (error) {
        return error
      }
    })()
    expect(refused).toMatchObject({ cause: expect.any(Error) })
    expect(inspect(refused, { depth: 9 })).not.toContain(key.reveal())
  })
})

describe('references and derived keys', () => {
  test('a reference is the same only for the same key and master key', () => {
    expect(vault.keyRef(key)).toBe(createVault(MASTER).keyRef(new Secret(key.reveal())))
    expect(vault.keyRef(key)).toMatch(/^[0-9a-f]{64}$/)
    expect(vault.keyRef(key)).not.toBe(other.keyRef(key))
    expect(vault.keyRef(key)).not.toBe(vault.keyRef(new Secret(`${key.reveal()}x`)))
  })

  test('a reference is an HMAC with its own pepper', () => {
    const pepper = new Uint8Array(hkdfSync('sha256', MASTER, new Uint8Array(), 'purser key reference v1', 32))
    expect(vault.keyRef(key)).toBe(createHmac('sha256', pepper).update(key.reveal()).digest('hex'))
  })

  test('a sealed text opens only for its purpose and what it is bound to, and not after an alteration', () => {
    const to = { purpose: 'one', boundTo: ['session', 'team'] }
    const [text, sealed] = ['日本 “text”', vault.sealText('日本 “text”', to)]
    expect(createVault(MASTER).openText(sealed, to)).toBe(text)
    expect(vault.sealText(text, to)).not.toBe(sealed)
    expect(sealed).toMatch(/^[\w-]+$/)
    expect(vault.openText(sealed, { ...to, purpose: 'another' })).toBeNull()
    for (const boundTo of [[], ['session'], ['team', 'session'], ['session', 'other'], ['session","team']])
      expect(vault.openText(sealed, { ...to, boundTo })).toBeNull()
    expect(other.openText(sealed, to)).toBeNull()
    for (const wrong of [
      '',
      'x',
      sealed.slice(0, 20),
      sealed.slice(0, -4),
      `A${sealed.slice(1)}`,
      `${sealed}AAAA`,
    ])
      expect(wrong === sealed ? null : vault.openText(wrong, to)).toBeNull()
  })
})
