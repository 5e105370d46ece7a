/** A single call that finds out whether a key may continue. Times are milliseconds of a monotonic clock. */
export interface LoneCall {
  /** Makes the next call go alone. */
  demand(): void
  /** Records that a call leaves, by its number. */
  sent(place: number, now: number): void
  /** Records that a call was answered or refused. */
  ended(place: number): void
  /** Returns whether the others wait for it. */
  isUnderWay(now: number): boolean
}

/** Maximum time that a slow answer holds up the others. */
const PATIENCE_MS = 1000

/**
 * Creates the state. After an unexpected refusal one call goes alone, because the others would only be refused with
 * it.
 */
export function createLoneCall(): LoneCall {
  let isDemanded = false
  let sent: { readonly place: number; readonly at: number } | null = null
  return {
    demand() {
      isDemanded = true
      sent = null
    },
    sent(place, at) {
      if (!isDemanded) return
      isDemanded = false
      sent = { place, at }
    },
    ended(place) {
      if (sent?.place === place) sent = null
    },
    isUnderWay(now) {
      if (sent && now - sent.at >= PATIENCE_MS) sent = null
      return sent !== null
    },
  }
}
