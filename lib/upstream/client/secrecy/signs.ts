/** A text as bytes, which are searched several times as fast. */
export interface Signs {
  /** Only those that a key can hold: one that is written with spaces or invisible signs in between can still be read. */
  readonly close: Buffer
  /** Where each of these stands in the text, where that was asked for. */
  readonly places: Int32Array | null
}

const FIRST = 0x21
const LAST = 0x7e

export function signsOf(text: string, mapped: boolean): Signs {
  const close = Buffer.allocUnsafe(text.length)
  const places = mapped ? new Int32Array(text.length) : null
  let size = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < FIRST || code > LAST) continue
    if (places) places[size] = at
    close[size++] = code
  }
  return { close: close.subarray(0, size), places }
}

/** A text's signs that a key can hold. */
export const closed = (text: string): string => signsOf(text, false).close.toString('latin1')

/** Whether a key can hold a sign; not an empty one. */
export function isKeySign(sign: string): boolean {
  const code = sign.charCodeAt(0)
  return code >= FIRST && code <= LAST
}
