import { expect, test } from 'vitest'
import { homelessFilesOf, oddNamesOf, strangeFolders } from './layout'
import { readSourceTree, readTopFolders } from './source-tree'

const tree = readSourceTree()

test('the root contains only the folders of the layout', () => {
  expect(strangeFolders(readTopFolders())).toEqual([])
  expect(strangeFolders(['app', 'utils', 'lib'])).toEqual(['utils'])
})

test('every file of lib/ is in a room', () => {
  expect(homelessFilesOf(tree)).toEqual([])
  const planted = [
    'lib/helpers.ts',
    'lib/money/helpers.ts',
    'lib/money/ledger/helpers.ts',
    'lib/kernel/ids.ts',
  ]
  expect(homelessFilesOf(new Map(planted.map((path) => [path, ''])))).toEqual(planted.slice(0, 2))
})

test('files have kebab-case names', () => {
  expect(oddNamesOf(tree)).toEqual([])
  const planted = [
    'lib/a/createKey.ts',
    'components/Ui/box.tsx',
    'lib/a/create-key.ts',
    'app/[team]/page.tsx',
  ]
  expect(oddNamesOf(new Map(planted.map((path) => [path, ''])))).toEqual(planted.slice(0, 2))
})

test('the checks read the project’s files, except generated ones', () => {
  expect(tree.size).toBeGreaterThan(50)
  expect([...tree.keys()]).toContain('lib/kernel/index.ts')
  expect([...tree.keys()].filter((path) => path.includes('/generated/'))).toEqual([])
})
