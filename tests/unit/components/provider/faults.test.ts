import { expect, test } from 'vitest'
import {
  firstFaultyField,
  labelRefusalFields,
  toOverrides,
  toProviderTexts,
} from '@/components/provider/typed-values'
import type { Refusal } from '@/components/ui'
import { AppError } from '@/lib/kernel'
import { defaultProvider } from '@/lib/upstream/client'
import { flattenProvider, withOverrides } from '@/lib/upstream/providers'

/** Returns the server's refusal of a form with these typed fields. */
function refusalOf(typed: Readonly<Record<string, string>>): Refusal {
  const texts = { ...toProviderTexts(Object.fromEntries(flattenProvider(defaultProvider))), ...typed }
  try {
    withOverrides(defaultProvider, toOverrides(texts))
  } catch (error) {
    if (error instanceof AppError)
      return { code: error.code, message: error.message, fields: error.fields, requestId: null }
  }
  return expect.unreachable('the form was taken')
}

test('a mistake is reported by the label of its field, and the first faulty field of the form gets the focus', () => {
  const refusal = refusalOf({ timeZone: 'Mars', 'followers.path': '/v1/followers' })
  expect(labelRefusalFields(refusal, 'Nothing was saved.')?.message).toBe(
    'Nothing was saved. “Followers path” must hold {user} once. “Zone of times” must be a time zone such as UTC or Europe/Berlin.',
  )
  expect(firstFaultyField(refusal)).toBe('followers.path')
  const inList = refusalOf({ 'fields.id': 'id, no name' })
  expect(firstFaultyField(inList)).toBe('fields.id')
})

test.each([
  [
    'limits.answerMs',
    '1',
    '“Longest wait for an answer” must be a whole number of milliseconds, 10 to 300000.',
  ],
  ['limits.jsonDepth', 'deep', '“Deepest answer” must be a whole number of levels, 4 to 200.'],
  ['balanceUnit', 'x'.repeat(31), '“Unit of the balance” must have 30 characters at most.'],
  [
    'price.timeline',
    '0,15',
    '“Price of a timeline” must be a number with a decimal point, such as 0.15, or several parts, each once, with a comma and a space between them, such as “3, from 100 items: 2, at least 60 a call”.',
  ],
  [
    'price.timeline',
    '{"minPerCal":"60"}',
    '“Price of a timeline” cannot be used: minPerCal: there is no such field.',
  ],
  ['timeFormat', `yyyy MM dd ${'x'.repeat(60)}`, '“Form of times” must have 60 characters at most.'],
])('%s explains in words which values are allowed', (name, typed, message) => {
  expect(labelRefusalFields(refusalOf({ [name]: typed }), 'No.')?.message).toBe(`No. ${message}`)
})

test('a refusal for another reason stays unchanged', () => {
  const refusal = { code: 'conflict', message: 'Someone else was first.', fields: {}, requestId: null }
  expect(labelRefusalFields(refusal, 'No.')).toBe(refusal)
  expect(firstFaultyField(refusal)).toBeNull()
})
