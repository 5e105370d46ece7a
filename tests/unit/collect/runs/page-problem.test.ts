import { expect, test } from 'vitest'
import { withoutUpstreamWords } from '@/lib/collect/runs'
import { inWords } from '@/lib/collect/runs/core/page-problem'

test('a note tells the API’s words, and can be told without them', () => {
  const message = 'The API failed. It was tried 3 times.'
  const note = inWords({ message, upstreamWords: 'Nobody called “ada” here. The API says: “no”' })
  expect(note).toBe(`${message} The API says: “Nobody called “ada” here. The API says: “no””`)
  expect(withoutUpstreamWords(note)).toBe(message)
  expect(inWords({ message })).toBe(message)
  expect(withoutUpstreamWords(message)).toBe(message)
})
