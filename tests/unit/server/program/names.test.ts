import { expect, test } from 'vitest'
import { findByName } from '@/lib/server/program/names'

const listing = (...names: string[]) => ({
  get: () => Promise.resolve({ data: names.map((name, place) => ({ id: `id-${place}`, name })), next: null }),
  send: () => expect.unreachable(),
  open: () => expect.unreachable(),
})

test('a thing is named as it is written, or in other capitals, or with accents typed otherwise', async () => {
  const find = async (text: string, ...names: string[]) =>
    (await findByName(listing(...names), '/wallets', 'wallet', text)).id
  expect(await find('Ägypten'.normalize('NFD'), 'Main', 'Ägypten')).toBe('id-1')
  expect(await find('ÄGYPTEN', 'Main', 'Ägypten')).toBe('id-1')
  expect(await find('main', 'Main', 'main')).toBe('id-1')
  expect(await find('id-0', 'Main', 'main')).toBe('id-0')
  await expect(find('MAIN', 'Main', 'main')).rejects.toThrow('Several have the name')
  await expect(find('mai', 'Main')).rejects.toThrow('There is no wallet')
})
