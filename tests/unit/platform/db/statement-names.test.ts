import { expect, test } from 'vitest'
import { createStatementNames } from '@/lib/platform/db/statement-names'

const times = (count: number, text: string, names: ReturnType<typeof createStatementNames>) =>
  Array.from({ length: count }, () => names.of({ sql: text }))

test('A text gets a name when it comes for the third time, and keeps it', () => {
  const names = createStatementNames()
  expect(times(4, 'SELECT 1', names)).toEqual(['', '', 'purser_1', 'purser_1'])
  expect(times(3, 'SELECT 2', names)).toEqual(['', '', 'purser_2'])
  expect(names.of({ sql: 'SELECT 1' })).toBe('purser_1')
})

test('No more than 300 texts have names, and no long one', () => {
  const names = createStatementNames()
  const long = `SELECT ${'1,'.repeat(3000)}1`
  expect(times(5, long, names)).toEqual(['', '', '', '', ''])
  const given = new Set(Array.from({ length: 400 }, (_, place) => times(3, `SELECT ${place}`, names)).flat())
  expect(given.size - 1).toBe(300)
})

test('Once they are stopped no statement has a name', () => {
  const names = createStatementNames()
  times(3, 'SELECT 1', names)
  names.stop()
  expect(names.of({ sql: 'SELECT 1' })).toBe('')
})

test('A name that was taken away is not used again', () => {
  const names = createStatementNames()
  times(3, 'SELECT 1', names)
  names.forget({ sql: 'SELECT 1' })
  expect(times(3, 'SELECT 1', names)).toEqual(['', '', 'purser_2'])
})
