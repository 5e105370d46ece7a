import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unpackItems } from '@/lib/collect/items/read-items'
import { packJson } from '@/lib/upstream/client'

const text = fc.option(fc.string({ unit: 'grapheme' }))
const item = fc.record({
  id: fc.string({ minLength: 1 }),
  text: fc.string({ unit: 'grapheme' }),
  author: fc.record({ id: text, handle: text, name: text }),
  createdAt: fc.option(fc.constant('2026-01-02T03:04:05.000Z')),
  link: text,
  raw: fc.jsonValue({ noUnicodeString: false }).map((value) => JSON.parse(JSON.stringify(value))),
})

test('packed items are unpacked unchanged, whatever the API sent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 20 }), async (items) => {
      expect(await unpackItems({ packed: await packJson(items) })).toEqual(items)
    }),
  )
})

test('a deleted page has no items', async () => {
  expect(await unpackItems({ packed: null })).toEqual([])
})
