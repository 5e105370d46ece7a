import { expect, test } from 'vitest'
import { readSourceTree } from './source-tree'
import { doubleTypeNamesOf } from './type-names'

test('no type name is declared twice in lib', () => {
  expect(doubleTypeNamesOf(readSourceTree())).toEqual([])
})

test('finds interfaces, types, enums and classes of one name, exported or not', () => {
  const planted = new Map([
    ['lib/a/one.ts', 'interface Row { a: 1 }\nexport type Look = 1\nexport class Queue {}\ninterface Own {}'],
    ['lib/b/two.ts', 'export type Row = 2\nenum Look { A }\nfunction f() { class Queue {} }'],
    ['components/a.tsx', 'interface Own {}'],
  ])
  expect(doubleTypeNamesOf(planted)).toEqual([
    'Look: lib/a/one.ts, lib/b/two.ts',
    'Queue: lib/a/one.ts, lib/b/two.ts',
    'Row: lib/a/one.ts, lib/b/two.ts',
  ])
})
