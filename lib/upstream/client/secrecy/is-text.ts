const TAB = 0x09
const RETURN = 0x0d
const SPACE = 0x20

/**
 * Returns whether a body can be searched for a key. A packed body holds control characters even if no header says that
 * it is packed; a text holds none except line breaks, tabs and, in UTF-16, zeros.
 */
export function isText(body: Uint8Array): boolean {
  // A plain loop: every page of the gateway is searched, and a call for each byte takes six times as long.
  for (let at = 0; at < body.length; at++) {
    const code = body[at] ?? 0
    if (code < SPACE && code !== 0 && (code < TAB || code > RETURN)) return false
  }
  return true
}
