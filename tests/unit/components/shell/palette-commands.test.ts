import { expect, test } from 'vitest'
import { findPaletteCommands, type PaletteMatch } from '@/components/shell/palette-commands'

const things: PaletteMatch[] = [
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
  expect(findPaletteCommands('team', text, things)[0]).toMatchObject({ label: name })
})
