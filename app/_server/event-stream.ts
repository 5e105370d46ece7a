import 'server-only'
import type { Clock } from '@/lib/kernel'
import { type EventSource, writeEvents } from './event-writer'
import { openStreams } from './open-streams'

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // no-transform also keeps Next from compressing, which would hold events back; the other header is for nginx.
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

const BUFFER_BYTES = 64 * 1024

interface Viewer {
  readonly userId: string
  /** The request's signal: aborted when the client leaves. */
  readonly signal: AbortSignal
  /** Maximum number of simultaneous streams, if it is not that of a browser. */
  readonly most?: number
}

/** Sends server-sent events until the last one, or until the client leaves or the process ends. */
export function eventStream(source: EventSource, viewer: Viewer, clock: Clock): Response {
  const { signal: ended, left } = openStreams().open(viewer.userId, viewer.most)
  const leaving = new AbortController()
  const signal = AbortSignal.any([ended, viewer.signal, leaving.signal])
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const outlet = {
          signal,
          isReady: () => (controller.desiredSize ?? 0) > 0,
          write: (text: string) => controller.enqueue(encoder.encode(text)),
        }
        const closed = writeEvents(source, outlet, clock).then(() => controller.close())
        // Nothing can be written once a client has left; a failed read ends the stream, and the browser reconnects.
        closed.catch((error: unknown) => controller.error(error)).finally(left)
      },
      cancel: () => leaving.abort(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }),
  )
  return new Response(body, { headers: HEADERS })
}
