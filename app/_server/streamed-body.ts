interface BodyReader {
  /** The request's signal: aborted when the client leaves. */
  readonly signal: AbortSignal
  /** Called once, when no more chunks will be produced. */
  left(): void
}

/**
 * Streams the body of an answer as its chunks are produced: only as fast as the client reads, nothing ahead of it, and
 * nothing after it has left.
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
  // If the client left before the body was read, the stream is not even cancelled.
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
