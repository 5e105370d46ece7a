import { expect, test } from 'vitest'
import {
  acceptedConventions,
  conventionsForLanguage,
  PLAIN_CONVENTIONS,
  parseConventions,
  serialiseConventions,
} from '@/lib/kernel/conventions'

test('a language decides how numbers, dates, times and weeks are written', () => {
  expect(conventionsForLanguage('en-US')).toEqual({
    group: ',',
    decimal: '.',
    isMonthFirst: true,
    hasTwelveHours: true,
    firstDay: 7,
  })
  expect(conventionsForLanguage('de-DE')).toMatchObject({
    group: '.',
    decimal: ',',
    isMonthFirst: false,
    firstDay: 1,
  })
  expect(conventionsForLanguage('ar-EG')).toMatchObject({ firstDay: 6 })
})

test('the first language that a browser accepts counts, and an unknown one gives plain conventions', () => {
  expect(acceptedConventions('de-AT;q=0.9, en')).toEqual(conventionsForLanguage('de-AT'))
  for (const header of [undefined, '', '*', 'not a language', 'x'.repeat(5000)])
    expect(acceptedConventions(header)).toEqual(PLAIN_CONVENTIONS)
  expect(conventionsForLanguage('not a language')).toBeNull()
})

test('a browser parses the conventions that the server serialised', () => {
  for (const tag of ['en-US', 'de-DE', 'fr-CH', 'sv', 'en-IN']) {
    const conventions = conventionsForLanguage(tag) ?? PLAIN_CONVENTIONS
    expect(parseConventions(serialiseConventions(conventions))).toEqual(conventions)
  }
  expect(parseConventions(undefined)).toEqual(PLAIN_CONVENTIONS)
  expect(parseConventions('|')).toEqual(PLAIN_CONVENTIONS)
})
