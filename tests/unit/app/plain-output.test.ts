import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeControlCharacters, escapeStreamOutput } from '@/app/_server/plain-output'

test('control characters from a visitor are escaped', () => {
  expect(escapeControlCharacters('Unexpected token \u001b]0;x\u0007 \0 \u009b2J\n', false)).toBe(
    'Unexpected token \\u001b]0;x\\u0007 \\u0000 \\u009b2J\n',
  )
  expect(escapeControlCharacters('a\u202eb', true)).toBe('a\\u202eb')
})

test('a terminal keeps its colours, and no other control sequence', () => {
  expect(escapeControlCharacters('\u001b[31mred\u001b[0m\u001b[2J', true)).toBe(
    '\u001b[31mred\u001b[0m\\u001b[2J',
  )
  expect(escapeControlCharacters('\u001b[31mred', false)).toBe('\\u001b[31mred')
})

test('a stream writes no control characters except line breaks and tabs', () => {
  const written: unknown[] = []
  const stream = { isTTY: false, write: (chunk: unknown) => written.push(chunk) > 0 }
  escapeStreamOutput(stream as never)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      stream.write(text)
      expect(written.at(-1)).not.toMatch(/[^\P{Cc}\n\t\r]/u)
    }),
  )
})
