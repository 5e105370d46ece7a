import { expect, test } from 'vitest'
import { addressProblem } from '@/lib/platform/network'

const problemOf = (resolve: () => Promise<string[]>, allowPrivate = false) =>
  addressProblem(new URL('https://hooks.example.org/x'), { allowPrivate, resolve })

test('a name that resolves to a private address is reported, with the setting that allows it', async () => {
  expect(await problemOf(async () => ['93.184.215.14', '10.0.0.1'])).toBe(
    'hooks.example.org is not on the public internet. If you want that, start Purser with PURSER_ALLOW_PRIVATE_ADDRESSES=true.',
  )
  expect(await problemOf(async () => ['10.0.0.1'], true)).toBeNull()
})

test('a public name, an unknown one, and one whose look-up takes long may be added', async () => {
  expect(await problemOf(async () => ['93.184.215.14'])).toBeNull()
  expect(await problemOf(async () => Promise.reject(new Error('ENOTFOUND')))).toBeNull()
  expect(await problemOf(() => new Promise(() => undefined))).toBeNull()
})
