import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { placeInLibrary, sourcesWithLibrary, stylesImportedBy, stylesUsedIn } from './library-styles'
import { readSourceTree } from './source-tree'

const imported = stylesImportedBy(readFileSync('app/library.css', 'utf8'))

test('pages load the library’s styles for the components that they use, and no others', () => {
  expect([...imported].sort()).toEqual(stylesUsedIn(sourcesWithLibrary(readSourceTree())))
})

test('they load them in the library’s order, because later ones override earlier ones', () => {
  const places = imported.map(placeInLibrary)
  expect(places.every((place) => place >= 0)).toBe(true)
  expect(places).toEqual([...places].sort((one, other) => one - other))
})

test('a component includes the styles of the components that it consists of', () => {
  expect(stylesUsedIn([`import { Select, type Text } from '@mantine/core'`])).toEqual(
    expect.arrayContaining(['Combobox', 'Input', 'Popover', 'ScrollArea']),
  )
  expect(stylesUsedIn([`import type { Tree } from '@mantine/core'`])).not.toContain('Tree')
})
