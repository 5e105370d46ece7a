import type { JsonValue } from '../json'

/** A leaf by its index in the value, or a name. */
export type Owner = number | string

/** Texts of a value that a reader could join, in the value's order. */
export interface TextStream {
  readonly parts: string[]
  readonly owners: Owner[]
}

/** Minimum of a number that is as long as what is searched for. */
const LONG_NUMBER = 1e11

/**
 * Returns the ways in which a value could hold a key: its texts and long numbers; its names, each once; names together
 * with the texts beside them; and small numbers, which are bytes if a program writes a key as an array.
 */
export function streamsOf(value: JsonValue): readonly TextStream[] {
  const [texts, names, mixed, bytes] = [emptyStream(), emptyStream(), emptyStream(), emptyStream()]
  const known = new Set<string>()
  let leaf = 0
  /** The text before the next name, unless the stream already has it. */
  let before: readonly [text: string, owner: Owner] | null = null
  let isAfterName = false

  const addName = (name: string): void => {
    if (known.has(name)) return
    known.add(name)
    add(names, name, name)
    if (before) add(mixed, ...before)
    add(mixed, name, name)
    before = null
    isAfterName = true
  }
  const addLeaf = (inner: JsonValue): void => {
    const owner = leaf++
    const part = partOf(inner)
    if (part === null) return
    if (isByte(inner)) {
      add(bytes, part, owner)
      return
    }
    add(texts, part, owner)
    if (isAfterName) add(mixed, part, owner)
    else before = [part, owner]
    isAfterName = false
  }
  const visit = (inner: JsonValue): void => {
    if (Array.isArray(inner)) for (const each of inner) visit(each)
    else if (typeof inner === 'object' && inner !== null)
      for (const [name, held] of Object.entries(inner)) {
        addName(name)
        visit(held)
      }
    else addLeaf(inner)
  }
  visit(value)
  return [texts, names, mixed, bytes]
}

const emptyStream = (): TextStream => ({ parts: [], owners: [] })

function add({ parts, owners }: TextStream, part: string, owner: Owner): void {
  if (part === '') return
  parts.push(part)
  owners.push(owner)
}

/** Returns what a leaf adds to a stream: its text, or the character of its byte. Null if it cannot be part of a key. */
export function partOf(value: JsonValue): string | null {
  if (typeof value === 'string') return value
  if (typeof value !== 'number') return null
  if (isByte(value)) return String.fromCharCode(value)
  return Math.abs(value) >= LONG_NUMBER ? String(value) : null
}

const isByte = (value: JsonValue): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0x20 && value < 0x7f
