import { expect, test } from 'vitest'
import { createVersionedCache } from '@/lib/platform/cache'

const held = <T>() => {
  let [give, fail] = [(_: T) => {}, (_: Error) => {}]
  const promise = new Promise<T>((resolve, reject) => {
    give = resolve
    fail = reject
  })
  return { promise, give, fail }
}

test('a caller waits for an answer that is already sought; with another mark it is sought again', async () => {
  const cache = createVersionedCache<number>({ max: 10 })
  const [first, second] = [held<number>(), held<number>()]
  const asked: string[] = []
  const ask = (mark: string, answer: Promise<number>) =>
    cache.of('wallet', mark, (known) => {
      asked.push(`${mark} ${known}`)
      return answer
    })
  const answers = [ask('a', first.promise), ask('a', first.promise), ask('b', second.promise)]
  second.give(2)
  first.give(1)
  expect(await Promise.all(answers)).toEqual([1, 1, 2])
  expect(asked).toEqual(['a undefined', 'b undefined'])
  expect(await cache.of('wallet', 'b', () => Promise.reject(new Error('It is known')))).toBe(2)
})

test('a failure is thrown to all who wait, and not cached', async () => {
  const cache = createVersionedCache<number>({ max: 10 })
  const first = held<number>()
  const answers = [1, 2].map(() => cache.of('wallet', 'a', () => first.promise))
  first.fail(new Error('The disk is full'))
  for (const answer of answers) await expect(answer).rejects.toThrow('The disk is full')
  expect(await cache.of('wallet', 'a', async () => 3)).toBe(3)
})
