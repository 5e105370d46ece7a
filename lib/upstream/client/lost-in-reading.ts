import type { JsonValue } from './json'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
/**
 * Number of digits in a fraction that reveal nothing of a key, which is searched for in pieces of twelve characters.
 */
const SHORT_NUMBER = 11

const IN_NUMBER = 1
const IN_FRACTION = 2
const KINDS = Uint8Array.from({ length: 256 }, (_, code) => {
  const sign = String.fromCharCode(code)
  return /[-+.eE]/.test(sign) ? IN_NUMBER | IN_FRACTION : /\d/.test(sign) ? IN_NUMBER : 0
})

/**
 * Returns whether a body says more than the JSON read of it: of two fields of one name only the last was read, and of
 * a long fraction only its value. Costs a fraction of searching the body.
 */
export function isLostInReading(body: Uint8Array, json: JsonValue): boolean {
  let [names, number, isFraction] = [0, 0, false]
  for (let at = 0; at < body.length; at++) {
    const code = body[at]
    if (code === QUOTE) {
      at = endOfText(body, at)
      number = 0
      isFraction = false
      continue
    }
    if (code === COLON) names++
    const kind = KINDS[code ?? 0] ?? 0
    if (kind === 0) {
      number = 0
      isFraction = false
      continue
    }
    isFraction ||= kind !== IN_NUMBER
    if (++number > SHORT_NUMBER && isFraction) return true
  }
  return names !== namesIn(json)
}

/** Returns the end of the text that begins at a quotation mark. */
function endOfText(body: Uint8Array, begun: number): number {
  for (let at = begun + 1; at < body.length; at++) {
    const code = body[at]
    if (code === QUOTE) return at
    if (code === BACKSLASH) at++
  }
  return body.length
}

function namesIn(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0
  let names = 0
  if (Array.isArray(value)) for (const each of value) names += namesIn(each)
  else
    for (const inner of Object.values(value)) {
      names++
      names += namesIn(inner)
    }
  return names
}
