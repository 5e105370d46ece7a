import { expect, test } from 'vitest'
import { changeEach, compareByName, conflict, nameKeyOf, notFound, pageWithin } from '@/lib/kernel'

test('the sort keys of names have the order of the names', () => {
  const names = ['Watch 10', 'watch 2', 'Watch 007', 'Watch 1b', 'watch 1a', 'ab', 'Straße 3', 'STRASSE 20']
  const byKey = names.toSorted((a, b) => (nameKeyOf(a) < nameKeyOf(b) ? -1 : 1))
  const sorted = names.map((name) => ({ name })).toSorted(compareByName)
  expect(byKey).toEqual(sorted.map(({ name }) => name))
  expect(nameKeyOf('7'.repeat(30))).toBe('7'.repeat(30))
  expect([...nameKeyOf('\u{1f600}'.repeat(300))]).toHaveLength(200)
})

test('each thing is changed separately, and a refusal stops no other', async () => {
  const tried: string[] = []
  const change = async (id: string) => {
    tried.push(id)
    if (id === 'gone') throw notFound('The search')
    if (id === 'busy') throw conflict('It is busy.', { field: 'Try later.' })
    return id !== 'same'
  }
  expect(await changeEach(['a', 'gone', 'same', 'busy', 'a'], change)).toEqual({
    changed: ['a'],
    refused: [
      { id: 'gone', message: 'The search was not found.' },
      { id: 'busy', message: 'It is busy. Try later.' },
    ],
  })
  expect(tried).toEqual(['a', 'gone', 'same', 'busy'])
  await expect(changeEach(['busy', 'gone'], change)).rejects.toThrow('It is busy.')
  await expect(changeEach(['a'], () => Promise.reject(new Error('of ours')))).rejects.toThrow('of ours')
})

test('pages of a list of ids follow each other in both directions', () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  expect(pageWithin(ids, 2, {})).toEqual({ ids: ['a', 'b'], previous: null, next: 'b' })
  expect(pageWithin(ids, 2, { after: 'b' })).toEqual({ ids: ['c', 'd'], previous: 'c', next: 'd' })
  expect(pageWithin(ids, 2, { after: 'd' })).toEqual({ ids: ['e'], previous: 'e', next: null })
  expect(pageWithin(ids, 2, { before: 'c' })).toEqual({ ids: ['a', 'b'], previous: null, next: 'b' })
  expect(pageWithin(ids, 2, { before: 'b' })).toEqual({ ids: ['a', 'b'], previous: null, next: 'b' })
  expect(pageWithin(ids, 2, { after: 'x' })).toBeNull()
})
