import { expect, test } from 'vitest'
import { accentInsensitiveFilter } from '@/components/ui/opened-choice'

const options = ['Ägypten', 'Agra', 'İzmir', 'Straße'].map((label) => ({ value: label, label }))
const found = (search: string, limit = 10) =>
  accentInsensitiveFilter({ options, search, limit }).map((option) =>
    'label' in option ? option.label : null,
  )

test('options are found ignoring case and the way accents are typed, up to a maximum', () => {
  for (const text of ['äg', ' ÄG '.normalize('NFD')]) expect(found(text)).toEqual(['Ägypten'])
  expect(found('IZMIR')).toEqual(['İzmir'])
  expect(found('strasse')).toEqual(['Straße'])
  expect(found('a')).toEqual(['Agra', 'Straße'])
  expect(found('', 2)).toEqual(['Ägypten', 'Agra'])
})
