import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** The position at which a page ended, and the moment at which its list was begun. */
export interface ListPosition {
  readonly asOf: number
  readonly after: number
}

/** The key and list that a cursor belongs to; another key or query cannot use it. */
export type CursorBinding = readonly string[]

export interface Cursors {
  seal(place: ListPosition, binding: CursorBinding): string
  /**
   * Returns the position in a cursor; null if it was altered, made for another binding, or made in a session that has
   * ended.
   */
  open(cursor: string, binding: CursorBinding): ListPosition | null
  /** Ends the service's session: earlier cursors no longer open anything. */
  endSession(): void
}

const MAC_BYTES = 16

/** Creates and checks `next_cursor` values (section "Pagination rules"). Their secret is lost with the process. */
export function createCursors(): Cursors {
  let secret = randomBytes(32)
  const macOf = (payload: Buffer, binding: CursorBinding): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify(binding))
      .update(payload)
      .digest()
      .subarray(0, MAC_BYTES)

  return {
    seal: ({ asOf, after }, binding) => {
      const payload = Buffer.from(`${asOf} ${after}`)
      return Buffer.concat([macOf(payload, binding), payload]).toString('base64url')
    },
    open: (cursor, binding) => {
      const bytes = Buffer.from(cursor, 'base64url')
      // The last character holds unused bits; without this check, some altered cursors would pass.
      if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== cursor) return null
      const payload = bytes.subarray(MAC_BYTES)
      if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(payload, binding))) return null
      const [asOf, after] = payload.toString().split(' ').map(Number)
      return asOf === undefined || after === undefined ? null : { asOf, after }
    },
    endSession: () => {
      secret = randomBytes(32)
    },
  }
}
