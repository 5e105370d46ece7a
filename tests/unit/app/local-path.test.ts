import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeLocalPath } from '@/app/(public)/sign-in/local-path'

const ORIGIN = 'https://purser.example.org'

test.each([
  ['/acme', '/acme'],
  ['/acme/keys?range=7d#top', '/acme/keys?range=7d#top'],
  ['/%2f%2fevil.example', '/%2f%2fevil.example'],
  [undefined, '/'],
  [['/a', '/b'], '/'],
  ['', '/'],
  ['acme', '/'],
  ['https://evil.example', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/\n/evil.example', '/'],
  ['/\r/evil.example', '/'],
  ['\t//evil.example', '/'],
  ['/\u0000/evil.example', '/'],
  ['/\u0085/evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/x/..//evil.example', '/'],
  ['javascript:alert(1)', '/'],
])('%j leads to %s', (given, path) => {
  expect(safeLocalPath(given)).toBe(path)
})

test('the path never leads to another host, and never contains what a header cannot', () => {
  const signs = fc.constantFrom(
    '/',
    '\\',
    '\t',
    '\n',
    '\r',
    '.',
    '..',
    '@',
    ':',
    '?',
    '#',
    '%09',
    'evil.example',
    ' ',
    '\u0000',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(signs, { maxLength: 8 }).map((parts) => `/${parts.join('')}`),
  )
  fc.assert(
    fc.property(texts, (given) => {
      const path = safeLocalPath(given)
      expect(new URL(path, ORIGIN).origin).toBe(ORIGIN)
      expect(path).toMatch(/^\/(?!\/)[!-~]*$/)
    }),
    { numRuns: 2000 },
  )
})
