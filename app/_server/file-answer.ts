import { AppError, type Clock } from '@/lib/kernel'
import { type OpenExports, openExports } from './open-exports'
import { streamedBody } from './streamed-body'

/** A person who downloads a file. */
export interface FileTaker {
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

/** Passes chunks on while the person may have them: a slow download can outlast the right to it. */
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
