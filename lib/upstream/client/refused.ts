import { textWithoutKey } from './secrecy/without-key'
import type { Problem } from './types'

/** Words are put together from a body after the key was taken out of it: what stood between two parts is gone then. */
export function refused(problem: Problem, key: string): { readonly ok: false; readonly problem: Problem } {
  if (problem.upstreamWords === undefined) return { ok: false, problem }
  return { ok: false, problem: { ...problem, upstreamWords: textWithoutKey(problem.upstreamWords, key) } }
}
