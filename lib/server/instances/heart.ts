/** Parts of a heart. */
interface HeartParts {
  /** Notes for the other instances that this one lives. */
  readonly beat: () => Promise<void>
  /** Runs after a beat. The next beat does not wait for it. */
  readonly afterwards: () => Promise<void>
  onError(error: unknown): void
}

const BEAT_MS = 10_000
/** Shorter than the time between beats, so that after an outage the living are seen before anybody looks twice. */
const AGAIN_MS = 2000

/** Starts to beat every ten seconds, and every two after a failed beat. Returns a function that stops it. */
export function startHeart({ beat, afterwards, onError }: HeartParts): () => void {
  let again: NodeJS.Timeout | undefined
  let isStopped = false

  const soon = () => {
    clearTimeout(again)
    if (isStopped) return
    // Its failures are not reported, because the next regular beat reports the same.
    again = setTimeout(() => beat().then(follow, soon), AGAIN_MS)
    again.unref()
  }
  const follow = () => afterwards().catch(onError)
  const timer = setInterval(
    () =>
      beat().then(follow, (error: unknown) => {
        soon()
        onError(error)
      }),
    BEAT_MS,
  )
  timer.unref()
  return () => {
    isStopped = true
    clearInterval(timer)
    clearTimeout(again)
  }
}
