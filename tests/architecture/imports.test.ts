import { expect, test } from 'vitest'
import { importsOf } from './imports'

const forms: readonly [string, { specifier: string | null; typeOnly: boolean }[]][] = [
  [`import a from 'x'`, [{ specifier: 'x', typeOnly: false }]],
  [`import 'x.css'`, [{ specifier: 'x.css', typeOnly: false }]],
  [`import type { A } from 'x'`, [{ specifier: 'x', typeOnly: true }]],
  [`import { type A, type B } from 'x'`, [{ specifier: 'x', typeOnly: true }]],
  [`import { type A, b } from 'x'`, [{ specifier: 'x', typeOnly: false }]],
  [`export * from 'x'`, [{ specifier: 'x', typeOnly: false }]],
  [`export * as all from 'x'`, [{ specifier: 'x', typeOnly: false }]],
  [`export type * from 'x'`, [{ specifier: 'x', typeOnly: true }]],
  [`export { a } from 'x'`, [{ specifier: 'x', typeOnly: false }]],
  [`export { type A } from 'x'`, [{ specifier: 'x', typeOnly: true }]],
  [`export type { A } from 'x'`, [{ specifier: 'x', typeOnly: true }]],
  [`let a: import('x').A`, [{ specifier: 'x', typeOnly: true }]],
  [`let a: typeof import('x')`, [{ specifier: 'x', typeOnly: true }]],
  [`import a = require('x')`, [{ specifier: 'x', typeOnly: false }]],
  [`const a = () => ({ b: import('x') })`, [{ specifier: 'x', typeOnly: false }]],
  ['const a = import(`x`)', [{ specifier: 'x', typeOnly: false }]],
  [`const a = import(\`x/\${b}\`)`, [{ specifier: null, typeOnly: false }]],
  [`const a = import(b)`, [{ specifier: null, typeOnly: false }]],
  [`const a = require('x')`, [{ specifier: 'x', typeOnly: false }]],
  [`export const a = "import b from 'x'" // import c from 'y'`, []],
  [`export { a }; const a = 1`, []],
]

test.each(forms)('reads %s', (source, expected) => {
  expect(importsOf('lib/a.ts', source)).toEqual(expected)
})

test('reads a file with JSX', () => {
  const source = `import { B } from 'x'\nexport const A = () => <B of={<i>{import('y')}</i>} />`
  expect(importsOf('components/a.tsx', source).map(({ specifier }) => specifier)).toEqual(['x', 'y'])
})

test('names the file that does not parse', () => {
  expect(() => importsOf('lib/broken.ts', 'const =')).toThrow('lib/broken.ts does not parse')
})
