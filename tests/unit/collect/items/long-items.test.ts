import { expect, test } from 'vitest'
import { toItemViews } from '@/lib/collect/items'
import { formatJson } from '@/lib/collect/runs/read/run-items'

const item = (text: string, name: string) => ({
  ...{ id: 'a', text, createdAt: null, link: null, raw: { text } },
  author: { id: null, handle: null, name },
})

test('a page shows an item unchanged, and only the beginning of one of seven megabytes', () => {
  const [usual, long] = toItemViews(
    [item('short', 'Ada'), item('ä'.repeat(7_000_000), 'b'.repeat(30_000))],
    5,
    '',
  )
  expect(usual).toMatchObject({ text: 'short', author: { name: 'Ada' }, place: 5 })
  expect(JSON.stringify(long).length).toBeLessThan(50_000)
  expect(long?.text).toMatch(/ä… \(6980000 more characters: export the run to read them\)$/)
})

test('raw data is shown up to half a megabyte', () => {
  const json = formatJson({ text: 'x'.repeat(7_000_000) })
  expect(json.length).toBeLessThan(501_000)
  expect(json).toMatch(/more characters: export the run as JSONL to read them\.$/)
})
