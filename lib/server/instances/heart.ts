/** What a heart needs. */
interface HeartParts {
  /** Tells the others that this instance lives. */
  readonly beat: () => Promise<void>
  /** What follows a beat. The next beat does not wait for it. */
  readonly afterwards: () => Promise<void>
  onError(error: unknown): void
}

const BEAT_MS = 10_000
/** Sooner than the next beat: after an outage who lives is seen before anybody looks twice. */
const AGAIN_MS = 2000

/** Beats every ten seconds, and after a failed beat every two, until the function that is answered is called. */
export function startHeart({ beat, afterwards, onError }: HeartParts): () => void {
  let again: NodeJS.Timeout | undefined
  let isStopped = false

  const soon = () => {
    clearTimeout(again)
    if (isStopped) return
    // Its failures are not reported: the next of every ten seconds says the same.
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
