import { expect, test } from 'vitest'
import {
  byOperation,
  bySubject,
  describeSearch,
  firstOperationFor,
  isNewestFirstOrder,
  maxPageSize,
  narrowOperation,
  narrowOperations,
  OPERATION_NAMES,
  OPERATIONS,
  operationEntries,
  SUBJECT_KINDS,
} from '@/lib/kernel'

test('every operation has its facts, and every kind of subject has an operation', () => {
  expect(Object.keys(OPERATIONS)).toEqual([...OPERATION_NAMES])
  expect(byOperation((name) => name)).toEqual(Object.fromEntries(OPERATION_NAMES.map((name) => [name, name])))
  expect(bySubject((kind) => kind)).toEqual(Object.fromEntries(SUBJECT_KINDS.map((kind) => [kind, kind])))
  expect(SUBJECT_KINDS.map((kind) => OPERATIONS[firstOperationFor(kind)].subject)).toEqual([...SUBJECT_KINDS])
  expect(OPERATION_NAMES.map(maxPageSize)).toEqual([100, 50, 200])
})

test('only the operations that a record has are listed', () => {
  expect(operationEntries({ followers: 1, timeline: 2 })).toEqual([
    ['followers', 1],
    ['timeline', 2],
  ])
})

test.each([
  ['timeline', null, true, 'Timeline of x'],
  ['search', 'Latest', true, 'Search for x, latest'],
  ['search', 'Top', false, 'Search for x, top'],
  ['followers', null, false, 'Followers of x'],
] as const)('a %s of the order %s comes newest first: %s', (operation, product, isByTime, words) => {
  expect(isNewestFirstOrder({ operation, product })).toBe(isByTime)
  expect(describeSearch({ operation, product, subject: 'x' })).toBe(words)
})

test('a row with an unknown operation is refused', async () => {
  const row = { id: 'a', operation: 'search' }
  expect(narrowOperation(row)).toEqual(row)
  expect(() => narrowOperation({ operation: 'likes' })).toThrow('There is no operation likes')
  expect(() => narrowOperation({ operation: 'toString' })).toThrow('There is no operation toString')
  await expect(narrowOperations(Promise.resolve([row, { id: 'b', operation: '' }]))).rejects.toThrow(
    'There is no operation',
  )
})
