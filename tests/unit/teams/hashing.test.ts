import { expect, test } from 'vitest'
import { createPasswordHasher, runInHashQueue } from '@/lib/teams/accounts/password'

/** Creates work that ends when told to. */
function held() {
  const ends: (() => void)[] = []
  const began: string[] = []
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      began.push(name)
      ends.push(() => resolve(name))
    })
  const endNext = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { work, began, endNext }
}

test('one at a time is hashed; known people go first; strangers fill only their own places', async () => {
  const hashing = createPasswordHasher()
  const { work, began, endNext } = held()
  const strangers = Array.from({ length: 45 }, (_, n) => hashing.run('stranger', work(`stranger ${n}`)))
  expect(await Promise.all(strangers.slice(40))).toEqual([null, null, null, null, null])
  await expect(runInHashQueue(hashing, 'stranger', work('one more'))).rejects.toMatchObject({
    code: 'rate_limited',
  })
  const known = hashing.run('known', work('known'))
  expect(began).toEqual(['stranger 0'])
  await endNext()
  expect(began).toEqual(['stranger 0', 'known'])
  await endNext()
  expect(await known).toEqual({ result: 'known' })
  // The first has ended, so a place is free again.
  const again = hashing.run('stranger', work('again'))
  for (let n = 0; n < 41; n++) await endNext()
  expect(await again).toEqual({ result: 'again' })
  expect(began).toHaveLength(42)
})

test('work that fails frees its place', async () => {
  const hashing = createPasswordHasher()
  for (let n = 0; n < 50; n++)
    await expect(hashing.run('stranger', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await hashing.run('stranger', () => Promise.resolve(1))).toEqual({ result: 1 })
})
