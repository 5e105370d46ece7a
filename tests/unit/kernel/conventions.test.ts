import { expect, test } from 'vitest'
import {
  acceptedConventions,
  conventionsOf,
  PLAIN_CONVENTIONS,
  readConventions,
  writeConventions,
} from '@/lib/kernel/conventions'

test('a language tells how numbers, dates, times and weeks are written', () => {
  expect(conventionsOf('en-US')).toEqual({
    group: ',',
    decimal: '.',
    isMonthFirst: true,
    hasTwelveHours: true,
    firstDay: 7,
  })
  expect(conventionsOf('de-DE')).toMatchObject({ group: '.', decimal: ',', isMonthFirst: false, firstDay: 1 })
  expect(conventionsOf('ar-EG')).toMatchObject({ firstDay: 6 })
})

test('the first language that a browser accepts counts; what is none is plain', () => {
  expect(acceptedConventions('de-AT;q=0.9, en')).toEqual(conventionsOf('de-AT'))
  for (const header of [undefined, '', '*', 'not a language', 'x'.repeat(5000)])
    expect(acceptedConventions(header)).toEqual(PLAIN_CONVENTIONS)
  expect(conventionsOf('not a language')).toBeNull()
})

test('a browser reads the conventions that the server wrote', () => {
  for (const tag of ['en-US', 'de-DE', 'fr-CH', 'sv', 'en-IN']) {
    const conventions = conventionsOf(tag) ?? PLAIN_CONVENTIONS
    expect(readConventions(writeConventions(conventions))).toEqual(conventions)
  }
  expect(readConventions(undefined)).toEqual(PLAIN_CONVENTIONS)
  expect(readConventions('|')).toEqual(PLAIN_CONVENTIONS)
})
