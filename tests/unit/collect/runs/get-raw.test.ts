import { expect, test } from 'vitest'
import { formatJson } from '@/lib/collect/runs/read/run-items'

test('marks that change the writing direction are escaped, and the JSON stays the same', () => {
  const raw = {
    text: 'abc\u202Egnp.exe\u2066x\u2069',
    name: '\u200Fשלום',
    emoji: '👨‍👩‍👧',
    id: '3032324493313835010',
  }
  const json = formatJson(raw)
  expect(json).toContain('abc\\u202egnp.exe\\u2066x\\u2069')
  expect(json).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200f]/)
  expect(json).toContain('👨‍👩‍👧')
  expect(json).toContain('\n  "id": "3032324493313835010"')
  expect(JSON.parse(json)).toEqual(raw)
})

test('nothing is shown as null', () => {
  expect(formatJson(undefined)).toBe('null')
})
