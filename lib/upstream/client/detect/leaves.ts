import { isObject, type JsonObject, type JsonValue, textOf } from '../json'

/** A value in an item, by its dotted path; untrusted text. */
export interface Leaf {
  readonly path: string
  readonly value: string
}

const DEEPEST = 6
const MAX = 150
const MAX_LENGTH = 200

/**
 * Returns all texts and numbers of an item that a path can name, at any depth. Lists are left out, because no path
 * leads into them.
 */
export function leavesOf(item: JsonObject): Leaf[] {
  const leaves: Leaf[] = []
  const walk = (value: JsonValue, path: string, depth: number): void => {
    if (leaves.length >= MAX) return
    const text = textOf(value)
    if (text !== null)
      leaves.push({
        path,
        value: Array.from(text.slice(0, 4 * MAX_LENGTH))
          .slice(0, MAX_LENGTH)
          .join(''),
      })
    else if (isObject(value) && depth < DEEPEST)
      // A name with a dot cannot be part of a path.
      for (const [name, inner] of Object.entries(value))
        if (/^[\w-]+$/.test(name)) walk(inner, path === '' ? name : `${path}.${name}`, depth + 1)
  }
  walk(item, '', 0)
  return leaves
}

/** Objects that describe somebody or something other than the item. */
const OTHERS =
  /^(author|user|owner|account|creator|from|profile|status|card|place|media|entities|extended_\w+|pinned\w*|quoted\w*|retweet\w*|repost\w*|parent\w*|reply\w*|in_reply\w*|referenced\w*|viewer\w*)$/i

/**
 * Returns the paths below the top that end in one of the names, in the names' order. Objects about others are skipped
 * unless `within` asks for one.
 */
export function deepPaths(item: JsonObject, names: readonly string[], within = ''): string[] {
  const paths = leavesOf(item)
    .map(({ path }) => path)
    .filter((path) => path.includes('.') && path.startsWith(within))
    .filter(
      (path) =>
        within !== '' ||
        !path
          .split('.')
          .slice(0, -1)
          .some((name) => OTHERS.test(name)),
    )
  return names.flatMap((name) => paths.filter((path) => path.endsWith(`.${name}`)))
}
