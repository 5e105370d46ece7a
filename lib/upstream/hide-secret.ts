import { isObject, type JsonValue } from './json'
import { PREFIX_LENGTH } from './key-format'

const PIECE_LENGTH = 12
/** Any 12 characters in a row hold one of the blocks of 6 that begin at a multiple of 6: few to look for. */
const BLOCK_LENGTH = 6

/** Takes a key's secret part out of what an upstream wrote, should it repeat the key or a piece of it. */
export interface Hider {
  /** Of a text: but for the key's prefix no 12 characters of it in a row stay. */
  inText(text: string): string
  /** Of every text and name in a JSON value; the value itself where there is nothing to hide. */
  inJson(value: JsonValue): JsonValue
}

export function createHider(key: string): Hider {
  const blocks = piecesOf(key, BLOCK_LENGTH, BLOCK_LENGTH)
  const pieces = [key.slice(PREFIX_LENGTH), ...piecesOf(key, PIECE_LENGTH, 1)].filter(
    (piece) => piece.length >= PIECE_LENGTH - 4,
  )

  const inText = (text: string): string =>
    text.length >= PIECE_LENGTH - 4 && blocks.some((block) => text.includes(block))
      ? pieces.reduce((left, piece) => left.replaceAll(piece, '…'), text)
      : text

  function inJson(value: JsonValue): JsonValue {
    if (typeof value === 'string') return inText(value)
    if (Array.isArray(value)) return value.map(inJson)
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [inText(name), inJson(inner)]))
  }
  return { inText, inJson }
}
