import { textWithoutKey } from './secrecy/without-key'
import type { Problem } from './types'

/**
 * Removes the key from the upstream's words once more. They are joined from a body after the key was removed from it,
 * so what stood between two parts is gone by then.
 */
export function refused(problem: Problem, key: string): { readonly ok: false; readonly problem: Problem } {
  if (problem.upstreamWords === undefined) return { ok: false, problem }
  return { ok: false, problem: { ...problem, upstreamWords: textWithoutKey(problem.upstreamWords, key) } }
}
