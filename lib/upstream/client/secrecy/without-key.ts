import type { JsonValue } from '../json'
import { type KeyPart, needleOf } from './needle'
import { findRepeats, merged, repeats } from './repeats'
import { type Owner, partOf, streamsOf, type TextStream } from './streams'

/** Replacement for a removed part of a key. */
export const KEY_REMOVED = '[key removed]'

/**
 * Removes every part of a key's secret from a text, in the forms that programs write (decision 19 names the
 * exceptions).
 */
export function textWithoutKey(text: string, key: string): string {
  const needle = needleOf(key)
  return needle && repeats(text, needle) ? cut(text, findRepeats(text, needle)) : text
}

/**
 * Removes the key from parsed JSON: from its texts, numbers and field names, even if the key is split among
 * neighbours. Returns the value itself if there is nothing to remove.
 */
export function valueWithoutKey(value: JsonValue, key: string): JsonValue {
  const needle = needleOf(key)
  if (!needle) return value
  const found = new Map<Owner, KeyPart[]>()
  for (const stream of streamsOf(value)) {
    const text = stream.parts.join('')
    if (repeats(text, needle)) share(stream, findRepeats(text, needle), found)
  }
  return found.size === 0 ? value : withoutParts(value, found)
}

/**
 * Records for each part of a stream which of its characters lie in a range. Both are in order, so each is passed once.
 */
function share(
  { parts, owners }: TextStream,
  ranges: readonly KeyPart[],
  found: Map<Owner, KeyPart[]>,
): void {
  let at = 0
  let next = 0
  for (const [place, part] of parts.entries()) {
    const end = at + part.length
    while ((ranges[next]?.[1] ?? end) <= at) next++
    for (let each = next; (ranges[each]?.[0] ?? end) < end; each++) {
      const [from, to] = ranges[each] ?? [end, end]
      const owner = owners[place] ?? ''
      const own: KeyPart = [Math.max(0, from - at), Math.min(part.length, to - at)]
      const others = found.get(owner)
      if (others) others.push(own)
      else found.set(owner, [own])
    }
    at = end
  }
}

/** Returns a copy of a value without what was found in its leaves, by their index, and in its names. */
function withoutParts(value: JsonValue, found: ReadonlyMap<Owner, readonly KeyPart[]>): JsonValue {
  const names = namesWithout(found)
  let leaf = 0
  const clean = (inner: JsonValue): JsonValue => {
    if (Array.isArray(inner)) return inner.map(clean)
    if (typeof inner === 'object' && inner !== null)
      return Object.fromEntries(
        Object.entries(inner).map(([name, held]) => [names.get(name) ?? name, clean(held)]),
      )
    const ranges = found.get(leaf++)
    return ranges ? cut(partOf(inner) ?? '', ranges) : inner
  }
  return clean(value)
}

/** Returns the cleaned names. They are kept distinct, or one field would overwrite another. */
function namesWithout(found: ReadonlyMap<Owner, readonly KeyPart[]>): ReadonlyMap<Owner, string> {
  const times = new Map<string, number>()
  return new Map(
    [...found].flatMap(([owner, ranges]): [Owner, string][] => {
      if (typeof owner === 'number') return []
      const left = cut(owner, ranges)
      const count = (times.get(left) ?? 0) + 1
      times.set(left, count)
      return [[owner, count === 1 ? left : `${left} ${count}`]]
    }),
  )
}

const TAG = /^<[^<>]*>$/

/** Returns a text without some of its ranges, and without a tag between two of them. */
function cut(text: string, ranges: readonly KeyPart[]): string {
  const left: string[] = []
  let done = 0
  for (const [from, to] of merged(ranges)) {
    const between = text.slice(done, from)
    if (done === 0 || !TAG.test(between)) left.push(between, KEY_REMOVED)
    done = to
  }
  return left.join('') + text.slice(done)
}
