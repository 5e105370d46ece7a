import { AppError, type Clock } from '@/lib/kernel'
import { type OpenExports, openExports } from './open-exports'
import { streamedBody } from './streamed-body'

/** Who takes a file. */
export interface FileTaker {
  readonly userId: string
  readonly clock: Pick<Clock, 'monotonic'>
  /** The request's: aborted when the client leaves. */
  readonly signal: AbortSignal
  /** Whether the person is still signed in and may see it. */
  isAllowed(): Promise<boolean>
}

interface StreamedFile {
  readonly name: string
  readonly contentType: string
  readonly chunks: AsyncGenerator<string | Uint8Array>
}

const CHECK_MS = 4000

/**
 * Answers with a file that is written while it is sent; it breaks off once the person may no longer see it, as when the
 * account is disabled. A person has a few at a time; a further one is refused with
 * `rate_limited` before `open` reads anything.
 */
export async function fileAnswer(
  taker: FileTaker,
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

/** Who takes a file slowly may lose the right to it meanwhile. */
async function* whileAllowed<T>(
  chunks: AsyncGenerator<T>,
  { clock, isAllowed }: FileTaker,
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
