import { expect, test } from 'vitest'
import { createRowCounter } from '@/lib/server/upkeep/backup'

const tables = [1000, 200].map((rows) => ({ name: 'T', rows, columns: [] }))

test('the progress of a copy is reported every five seconds, over all tables', () => {
  let now = 0
  const told: [number, number][] = []
  const count = createRowCounter({ tables }, { monotonic: () => now }, (...each) => void told.push(each))
  count(100)
  now = 4999
  count(100)
  expect(told).toEqual([])
  now = 5000
  count(400)
  now = 9000
  count(300)
  now = 10_500
  count(200)
  expect(told).toEqual([
    [600, 1200],
    [1100, 1200],
  ])
})
