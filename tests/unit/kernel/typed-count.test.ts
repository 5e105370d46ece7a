import { afterEach, expect, test } from 'vitest'
import {
  conventionsForLanguage,
  PLAIN_CONVENTIONS,
  registerConventionsFinder,
} from '@/lib/kernel/conventions'
import { parseTypedCount, toPlainNumber } from '@/lib/kernel/text'
import { callRetentionInput, itemRetentionInput } from '@/lib/teams/teams/schemas'

const writeAs = (language: string) => {
  const conventions = conventionsForLanguage(language) ?? PLAIN_CONVENTIONS
  registerConventionsFinder(() => conventions)
}
afterEach(() => registerConventionsFinder(() => PLAIN_CONVENTIONS))

test.each([
  ['', null],
  ['  ', null],
  ['0', 0],
  ['45', 45],
  ['1,000', 1000],
  ['1 000', 1000],
  ['-5', -5],
  ['1.5', Number.NaN],
  ['1,5', Number.NaN],
  ['1e3', Number.NaN],
  ['abc', Number.NaN],
  ['1,000,00', Number.NaN],
])('the text “%s” is the count %s and no other', (text, count) => {
  expect(parseTypedCount(text)).toBe(count)
})

test.each([
  ['de', '1.000', 1000],
  ['de', '1.5', Number.NaN],
  ['de', '1,5', Number.NaN],
  ['fr', '1 000', 1000],
])('in %s, “%s” is the count %s', (language, text, count) => {
  writeAs(language)
  expect(parseTypedCount(text)).toBe(count)
})

test('a number with a fraction is read as the person writes it', () => {
  expect(['2.5', '1,000.5', '-5', 'abc'].map(toPlainNumber)).toEqual(['2.5', '1000.5', '-5', 'abc'])
  writeAs('de')
  expect(['2,5', '1.000,5'].map(toPlainNumber)).toEqual(['2.5', '1000.5'])
})

test('a retention that is no whole number is refused with a sentence, and never means for ever', () => {
  const days = (text: string) => itemRetentionInput.safeParse({ days: parseTypedCount(text) })
  for (const text of ['1.5', '-5', 'abc', '0'])
    expect(days(text).error?.issues[0]?.message).toBe('Enter a whole number of days, 1 or more.')
  expect(days('99999').error?.issues[0]?.message).toContain('leave the field empty')
  expect(callRetentionInput.safeParse({ months: parseTypedCount('x') }).success).toBe(false)
  expect(days('')).toMatchObject({ success: true, data: { days: null } })
})
