import { withholdKeyInText } from './secrecy/withhold-key'
import type { Problem } from './types'

/**
 * Withholds what a problem quotes of an answer if it holds the key. Problems are read from the answer as it arrived.
 */
export function withholdKeyInProblem(
  problem: Problem,
  key: string,
): { readonly ok: false; readonly problem: Problem } {
  const { message, upstreamWords: words } = problem
  const clean = { ...problem, message: withholdKeyInText(message, key) }
  if (words === undefined) return { ok: false, problem: clean }
  return { ok: false, problem: { ...clean, upstreamWords: withholdKeyInText(words, key) } }
}
