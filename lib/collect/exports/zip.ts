import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file in an archive. */
export interface ZipPart {
  readonly path: string
  readonly content: AsyncIterable<string>
}

/**
 * Writes an archive of files, one after another, each read only as fast as the archive is taken. A reader that stops
 * half-way closes what is open; if a file cannot be read, the archive breaks off.
 */
export async function* zip(parts: AsyncIterable<ZipPart>, at: Date): AsyncGenerator<Uint8Array> {
  const archive = new ZipFile()
  const taken = archive.outputStream.pipe(new PassThrough())
  archive.on('error', (error: Error) => taken.destroy(error))
  let open: Readable | undefined
  const feed = async () => {
    for await (const { path, content } of parts) {
      if (taken.destroyed) return
      open = Readable.from(content, { highWaterMark: 1 })
      archive.addReadStream(open, path, { mtime: at })
      await finished(open)
    }
    archive.end()
  }
  const feeding = feed().catch((error: Error) => taken.destroy(error))
  try {
    for await (const chunk of taken) yield chunk
  } finally {
    open?.destroy()
    await feeding
  }
}
