import type { JsonValue } from '../json'
import { type KeyPart, needleOf } from './needle'
import { findRepeats, repeats } from './repeats'

/** Stands where a part of a key was taken out. */
export const KEY_REMOVED = '[key removed]'

/** No shorter name can hold a part of a key that must not stay. */
const SHORTEST = 12
/** A number that is at least as long as what is searched for. */
const LONG_NUMBER = 1e11

/** A text without any part of a key's secret, in any form that can be read back. */
export function textWithoutKey(text: string, key: string): string {
  const needle = needleOf(key)
  return needle && repeats(text, needle) ? cut(text, 0, findRepeats(text, needle)) : text
}

/**
 * The same for parsed JSON: its texts and long numbers, also where the key is split among neighbours, and the names of
 * its fields. The value itself if there is nothing to take out.
 */
export function valueWithoutKey(value: JsonValue, key: string): JsonValue {
  const needle = needleOf(key)
  if (!needle) return value
  const texts: string[] = []
  const names = new Set<string>()
  collect(value, texts, names)
  const text = texts.join('')
  const inTexts = repeats(text, needle) ? findRepeats(text, needle) : []
  const named = [...names].filter((name) => repeats(name, needle))
  const renamed = new Map(named.map((name) => [name, cut(name, 0, findRepeats(name, needle))]))
  if (inTexts.length === 0 && renamed.size === 0) return value
  let at = 0
  const clean = (inner: JsonValue): JsonValue => {
    if (Array.isArray(inner)) return inner.map(clean)
    if (typeof inner === 'object' && inner !== null)
      return Object.fromEntries(
        Object.entries(inner).map(([name, held]) => [renamed.get(name) ?? name, clean(held)]),
      )
    const own = textIn(inner)
    if (own === null) return inner
    const left = cut(own, at, inTexts)
    at += own.length
    return left === own ? inner : left
  }
  return clean(value)
}

/** Gathers the texts, and those names that are long enough. */
function collect(value: JsonValue, texts: string[], names: Set<string>): void {
  if (Array.isArray(value)) for (const each of value) collect(each, texts, names)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (name.length >= SHORTEST) names.add(name)
      collect(inner, texts, names)
    }
  } else {
    const text = textIn(value)
    if (text !== null) texts.push(text)
  }
}

function textIn(value: JsonValue): string | null {
  if (typeof value === 'number') return Math.abs(value) >= LONG_NUMBER ? String(value) : null
  return typeof value === 'string' ? value : null
}

/** A text without the ranges that meet it; `at` is where it begins in what they were found in. */
function cut(text: string, at: number, ranges: readonly KeyPart[]): string {
  const end = at + text.length
  const met = ranges.filter(([from, to]) => from < end && to > at)
  if (met.length === 0) return text
  let left = ''
  let done = at
  for (const [from, to] of met) {
    left += text.slice(done - at, Math.max(from, at) - at) + KEY_REMOVED
    done = Math.min(to, end)
  }
  return left + text.slice(done - at)
}
