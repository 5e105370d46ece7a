import { expect, test } from 'vitest'
import { circlesOf, roomCirclesOf } from './circles'
import { readSourceTree } from './source-tree'

const circlesIn = (files: Readonly<Record<string, string>>): string[] =>
  circlesOf(new Map(Object.entries(files)))

test('no file of the project imports itself through others', () => {
  expect(circlesOf(readSourceTree())).toEqual([])
})

test('no room of lib/ imports itself through other rooms', () => {
  expect(roomCirclesOf(readSourceTree())).toEqual([])
  const planted = new Map([
    ['lib/money/a/index.ts', `import '@/lib/money/b'`],
    ['lib/money/b/index.ts', ''],
    ['lib/money/b/other.ts', `import type { A } from '@/lib/money/a'`],
  ])
  expect(roomCirclesOf(planted)).toEqual(['lib/money/a -> lib/money/b -> lib/money/a'])
})

test('finds a long cycle that types and a dynamic import close', () => {
  const circles = circlesIn({
    'lib/a/entry.ts': `import './one'`,
    'lib/a/one.ts': `import type { Two } from './two'`,
    'lib/a/two.ts': `export const three = () => import('./three')`,
    'lib/a/three.ts': `export * from './one'`,
  })
  expect(circles).toEqual(['lib/a/one.ts -> lib/a/two.ts -> lib/a/three.ts -> lib/a/one.ts'])
})

test('accepts a file that is reached in two ways', () => {
  const circles = circlesIn({
    'lib/a/top.ts': `import './left'\nimport './right'`,
    'lib/a/left.ts': `import './bottom'`,
    'lib/a/right.ts': `import './bottom'`,
    'lib/a/bottom.ts': '',
  })
  expect(circles).toEqual([])
})
