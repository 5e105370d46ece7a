import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Secret } from '@/lib/kernel'
import { createRewrapping, createVault } from '@/lib/platform/vault'

const row = { teamId: 'team-a', keyId: 'key-a' }
const [A, B, C] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const vaults = [A, B, C].map((key) => createVault(key))
const openers = (sealed: string, text: string) =>
  vaults.map((vault) => {
    try {
      return vault.open(sealed, row).reveal() === text
    } catch {
      return false
    }
  })

test('a text opens with the former key, then with both, then only with the next; its body is never rewritten', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const sealed = createVault(A).seal(new Secret(text), row)
      const { both, next } = createRewrapping(A, B)
      const [shared, ended] = [both(sealed, row), next(both(sealed, row), row)]
      expect([sealed, shared, ended].map((one) => openers(one, text))).toEqual([
        [true, false, false],
        [true, true, false],
        [false, true, false],
      ])
      expect(new Set([sealed, shared, ended].map((one) => one.split('.').at(-1))).size).toBe(1)
      expect([both(shared, row), next(ended, row)]).toEqual([shared, ended])
    }),
  )
})

test('a text of the first version, which names no master key, opens and is rewrapped', () => {
  const [, , wrapped, body] = createVault(A).seal(new Secret('x'), row).split('.')
  const first = `v1.${wrapped}.${body}`
  expect(openers(first, 'x')).toEqual([true, false, false])
  expect(openers(createRewrapping(A, B).both(first, row), 'x')).toEqual([true, true, false])
})

test('a third key from an earlier attempt is dropped, and an impossible step throws', () => {
  const sealed = createVault(A).seal(new Secret('x'), row)
  const begun = createRewrapping(A, C).both(sealed, row)
  expect(openers(createRewrapping(A, B).both(begun, row), 'x')).toEqual([true, true, false])
  expect(() => createRewrapping(null, B).next(sealed, row)).toThrow('another master key')
  expect(() => createRewrapping(B, C).both(sealed, row)).toThrow('another master key')
})

test('references depend on the pepper, not on the master key', () => {
  const pepper = randomBytes(32)
  const refs = [A, B].map((key) => createVault(key).withPepper(pepper).keyRef(new Secret('k')))
  expect(new Set(refs).size).toBe(1)
  expect(createVault(A).keyRef(new Secret('k'))).not.toBe(refs[0])
})
