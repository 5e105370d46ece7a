import { expect, test } from 'vitest'
import { withoutUpstreamWords } from '@/lib/collect/runs'
import { inWords } from '@/lib/collect/runs/core/page-problem'

test('a note tells the upstream’s words, and can be told without them', () => {
  const message = 'The upstream failed. It was tried 3 times.'
  const note = inWords({ message, upstreamWords: 'Nobody called “ada” here. The upstream says: “no”' })
  expect(note).toBe(`${message} The upstream says: “Nobody called “ada” here. The upstream says: “no””`)
  expect(withoutUpstreamWords(note)).toBe(message)
  expect(inWords({ message })).toBe(message)
  expect(withoutUpstreamWords(message)).toBe(message)
})
