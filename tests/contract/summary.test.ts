import { expect, test } from 'vitest'
import type { Outcome } from './suite/check'
import { type Result, summaryOf } from './suite/summary'

const result = (outcome: Partial<Outcome> | null, errors: string[] = []): Result => ({
  title: 'a title',
  errors,
  outcome: outcome && {
    statement: 'a statement',
    state: 'holds',
    why: null,
    fields: [],
    notes: [],
    itemsSpent: 0,
    ...outcome,
  },
})

test('the summary says what holds, what differs and why, and which field would explain it', () => {
  const summary = summaryOf([
    result({ statement: 'one', notes: ['A note.'] }),
    result({ statement: 'two', state: 'differs', why: 'It is not.', fields: ['search.path', 'usualArrays'] }),
    result({ statement: 'three', state: 'not checked', why: 'No room.' }),
    result({ statement: 'four', state: 'not checked', why: 'No room.', itemsSpent: 40 }),
  ])
  expect(summary).toBe(
    [
      'Holds:\n  one',
      'Differs:\n  two\n    It is not.\n    The provider’s field search.path or usualArrays may explain it.',
      'Not checked:\n  three\n  four\n    No room.',
      'Learnt:\n  A note.',
      'Items bought: 40, answers that were lost counted as full pages.',
      'The client and this API do not agree yet.',
    ].join('\n\n'),
  )
})

test.each([
  [[result({})], 'All of it holds.'],
  [[result({ state: 'not checked', why: 'No room.' })], 'What could be checked holds.'],
  [[result(null, ['The provider cannot be used.'])], 'The client and this API do not agree yet.'],
])('the last line is the verdict', (results, verdict) => {
  expect(summaryOf(results).split('\n').at(-1)).toBe(verdict)
})

test('a check that broke shows its error', () => {
  expect(summaryOf([result(null, ['It broke.'])])).toContain('Could not be run:\n  a title\n    It broke.')
})
