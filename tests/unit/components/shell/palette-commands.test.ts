import { expect, test } from 'vitest'
import { commandsFor, type FoundThing } from '@/components/shell/palette-commands'

const things: FoundThing[] = [
  { kind: 'search', id: 's', name: 'Ägypten Reisen', hint: '' },
  { kind: 'key', id: 'k', name: 'Червоний', hint: 'production' },
]

test.each([
  ['ägypten', 'Ägypten Reisen'],
  ['REISEN ägy'.normalize('NFD'), 'Ägypten Reisen'],
  ['червоний'.normalize('NFD'), 'Червоний'],
  ['ЧЕРВОНИЙ Prod', 'Червоний'],
  ['wALLETS', 'Wallets'],
])('“%s” finds “%s”', (text, name) => {
  expect(commandsFor('team', text, things)[0]).toMatchObject({ label: name })
})
