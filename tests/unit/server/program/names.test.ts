import { expect, test } from 'vitest'
import { findByName } from '@/lib/server/program/api-client'

const listing = (...names: string[]) => names.map((name, index) => ({ id: `id-${index}`, name }))

test('a thing is found by its name as written, in another case, or with its accents typed otherwise', () => {
  const find = (text: string, ...names: string[]) => findByName(listing(...names), 'wallet', text).id
  expect(find('Ägypten'.normalize('NFD'), 'Main', 'Ägypten')).toBe('id-1')
  expect(find('ÄGYPTEN', 'Main', 'Ägypten')).toBe('id-1')
  expect(find('main', 'Main', 'main')).toBe('id-1')
  expect(find('id-0', 'Main', 'main')).toBe('id-0')
  expect(() => find('MAIN', 'Main', 'main')).toThrow('Several have the name')
  expect(() => find('mai', 'Main')).toThrow('There is no wallet')
})
