interface BodyReader {
  /** The request's: aborted when the client leaves. */
  readonly signal: AbortSignal
  /** Called once, when nothing more is made. */
  left(): void
}

/**
 * The body of an answer that is made while it is sent: only as much as the client takes, and nothing ahead of it or
 * after it leaves.
 */
export function streamedBody(
  chunks: AsyncGenerator<string | Uint8Array>,
  { signal, left }: BodyReader,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const endOnce = async () => {
    signal.removeEventListener('abort', leave)
    await chunks.return(undefined).catch(() => undefined)
    left()
  }
  let ending: Promise<void> | undefined
  const end = () => {
    ending ??= endOnce()
    return ending
  }
  const leave = () => void end()
  // The body of an answer whose client has left before is not even cancelled.
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await chunks.next().catch(async (error: unknown) => {
          await end()
          throw error
        })
        if (!done) return controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
        await end()
        controller.close()
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}
