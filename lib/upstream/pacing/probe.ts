/** One call alone, which finds out whether a key may go on. Milliseconds of a monotonic clock. */
export interface Probe {
  /** The next call goes alone. */
  demand(): void
  /** A call leaves, by its number. */
  sent(place: number, now: number): void
  /** A call was answered or refused. */
  ended(place: number): void
  /** Whether the others wait for it. */
  isUnderWay(now: number): boolean
}

/** A slow answer holds nobody up for longer. */
const PATIENCE_MS = 1000

/** After a refusal that was not expected, one call goes alone: the others would only be refused with it. */
export function createProbe(): Probe {
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
