import type { FIELDS } from './labels'
import type { Texts } from './typed-values'

export type ItemPart = keyof typeof FIELDS

const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/**
 * Returns the form's values once a person has said that the value at a path is a certain part of an item: the path
 * comes first. The handle and name of an author are named within the author's object, if the form names one.
 */
export function withValue(texts: Texts, part: ItemPart, path: string): Texts {
  const holder = namesIn(texts['fields.author'] ?? '').find((author) => path.startsWith(`${author}.`))
  const isInside = (part === 'handle' || part === 'name') && holder !== undefined
  const name = isInside ? path.slice(holder.length + 1) : path
  const field = `fields.${part}`
  const others = namesIn(texts[field] ?? '').filter((each) => each !== name)
  return { ...texts, [field]: [name, ...others].join(', ') }
}
