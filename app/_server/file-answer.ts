import { type OpenExports, openExports } from './open-exports'
import { streamedBody } from './streamed-body'

interface StreamedFile {
  readonly name: string
  readonly contentType: string
  readonly chunks: AsyncGenerator<string | Uint8Array>
}

/**
 * Answers with a file that is written while it is sent. A person has a few at a time; a further one is refused with
 * `rate_limited` before `open` reads anything.
 */
export async function fileAnswer(
  userId: string,
  open: () => Promise<StreamedFile>,
  exports: OpenExports = openExports(),
): Promise<Response> {
  const giveBack = exports.take(userId)
  try {
    const { name, contentType, chunks } = await open()
    return new Response(streamedBody(whileOpen(chunks, giveBack)), {
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

/** The body asks for its first chunk at once, so this has begun and will end, however the client leaves. */
async function* whileOpen<T>(chunks: AsyncGenerator<T>, giveBack: () => void): AsyncGenerator<T> {
  try {
    yield* chunks
  } finally {
    giveBack()
  }
}
