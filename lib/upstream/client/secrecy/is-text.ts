const TAB = 0x09
const RETURN = 0x0d
const SPACE = 0x20

/**
 * Whether a body can be looked through for a key. What is packed holds control characters, also where no header says that
 * it is packed, and texts hold none but those of lines and, in UTF-16, zeros.
 */
export function isText(body: Uint8Array): boolean {
  // By hand: each page of the gateway is looked through, and a call for each byte takes six times as long.
  for (let at = 0; at < body.length; at++) {
    const code = body[at] ?? 0
    if (code < SPACE && code !== 0 && (code < TAB || code > RETURN)) return false
  }
  return true
}
