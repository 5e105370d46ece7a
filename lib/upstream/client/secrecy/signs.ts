/** A text as bytes, which can be searched several times as fast. */
export interface Signs {
  /**
   * Only the characters that a key can hold, since a key written with spaces or invisible characters in between can
   * still be read.
   */
  readonly close: Buffer
  /** Position of each character in the text, if that was requested. */
  readonly places: Int32Array | null
  /** Upper bound of the number of consecutive hex digits without another letter between them. */
  readonly mostHex: number
  /** Upper bound of the number of digits separated only by what separates numbers of a list. */
  readonly mostListed: number
}

const FIRST = 0x21
const LAST = 0x7e

const [HEX, OTHER_LETTER, LISTED] = [1, 2, 4]
/** Classes of characters. `x` and `U` announce hex (`0x78`, `U+0078`) and so do not separate digits. */
const FLAGS = Uint8Array.from({ length: LAST + 1 }, (_, code) => {
  const sign = String.fromCharCode(code)
  const is = (pattern: RegExp, flag: number) => (pattern.test(sign) ? flag : 0)
  return is(/[0-9a-fA-F]/, HEX) | is(/[g-wyzG-TVWYZ]/, OTHER_LETTER) | is(/[0-9,;|]/, LISTED)
})

/** Converts a text, and counts on the way what tells most texts from those that hold hex or lists of bytes. */
export function signsOf(text: string, mapped: boolean): Signs {
  const close = Buffer.allocUnsafe(text.length)
  const places = mapped ? new Int32Array(text.length) : null
  let size = 0
  let [hex, mostHex, listed, mostListed] = [0, 0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < FIRST || code > LAST) continue
    if (places) places[size] = at
    close[size++] = code
    const flags = FLAGS[code] ?? 0
    if ((flags & HEX) !== 0) {
      if (++hex > mostHex) mostHex = hex
    } else if ((flags & OTHER_LETTER) !== 0) hex = 0
    if ((flags & LISTED) === 0) listed = 0
    else if (++listed > mostListed) mostListed = listed
  }
  return { close: close.subarray(0, size), places, mostHex, mostListed }
}

/** Returns the characters of a text that a key can hold. */
export const closed = (text: string): string => signsOf(text, false).close.toString('latin1')

/** Returns whether a key can hold a character; false for an empty text. */
export function isKeySign(sign: string): boolean {
  const code = sign.charCodeAt(0)
  return code >= FIRST && code <= LAST
}
