import { AppError, type Clock } from '@/lib/kernel'
import { processSingleton } from '@/lib/platform/process'

/** A person who downloads a file. */
export interface FileRecipient {
  readonly userId: string
  readonly clock: Pick<Clock, 'monotonic'>
  /** The request's signal: aborted when the client leaves. */
  readonly signal: AbortSignal
  /** Returns whether the person is still signed in and may see the file. */
  isAllowed(): Promise<boolean>
}

interface StreamedFile {
  readonly name: string
  readonly contentType: string
  readonly chunks: AsyncGenerator<string | Uint8Array>
}

const CHECK_MS = 4000

/**
 * Sends a file while it is written, and breaks off once the person may no longer see it, for example when the account
 * is disabled. A person may have a few downloads at a time; a further one is refused with `rate_limited` before `open`
 * reads anything.
 */
export async function fileAnswer(
  taker: FileRecipient,
  open: () => Promise<StreamedFile>,
  exports: OpenExports = openExports(),
): Promise<Response> {
  const giveBack = exports.take(taker.userId)
  try {
    const { name, contentType, chunks } = await open()
    return new Response(streamedBody(whileAllowed(chunks, taker), { signal: taker.signal, left: giveBack }), {
      headers: {
        'content-type': contentType,
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      },
    })
  } catch (error) {
    giveBack()
    throw error
  }
}

/** Passes chunks on while the person may have them: a slow download can outlast the right to it. */
async function* whileAllowed<T>(
  chunks: AsyncGenerator<T>,
  { clock, isAllowed }: FileRecipient,
): AsyncGenerator<T> {
  let checkedAt = clock.monotonic()
  for await (const chunk of chunks) {
    if (clock.monotonic() - checkedAt >= CHECK_MS) {
      if (!(await isAllowed()))
        throw new AppError('unauthenticated', 'The file broke off: you are signed out.')
      checkedAt = clock.monotonic()
    }
    yield chunk
  }
}

/** Maximum number of exports a person: each holds pages in memory while its file is written. */
const MAX_A_PERSON = 4

/** The exports under way in the process, by person. */
interface OpenExports {
  /** Takes a slot and returns the function that frees it. Throws `rate_limited` if the person has none left. */
  take(userId: string): () => void
}

export function createOpenExports(max = MAX_A_PERSON): OpenExports {
  const open = new Map<string, number>()
  return {
    take(userId) {
      const own = open.get(userId) ?? 0
      if (own >= max)
        throw new AppError('rate_limited', `You have ${own} exports under way. Wait until one has ended.`)
      open.set(userId, own + 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        const left = (open.get(userId) ?? 1) - 1
        if (left > 0) open.set(userId, left)
        else open.delete(userId)
      }
    },
  }
}

/** Returns the exports of this process. */
const openExports = (): OpenExports => processSingleton('open-exports', createOpenExports)

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
