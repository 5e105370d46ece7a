import { expect, test } from 'vitest'
import { removeUpstreamWords } from '@/lib/collect/runs'
import { describePageProblem } from '@/lib/collect/runs/core/page-problem'

test('a note includes the API’s words, which can be removed', () => {
  const message = 'The API failed. It was tried 3 times.'
  const note = describePageProblem({ message, upstreamWords: 'Nobody called “ada” here. The API says: “no”' })
  expect(note).toBe(`${message} The API says: “Nobody called “ada” here. The API says: “no””`)
  expect(removeUpstreamWords(note)).toBe(message)
  expect(describePageProblem({ message })).toBe(message)
  expect(removeUpstreamWords(message)).toBe(message)
})
