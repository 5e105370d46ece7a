// Compresses the web's answers, with Brotli if the client accepts it: smaller than gzip, which is all that Next
// offers, in less time. See docs/decisions/0031.
import { constants } from 'node:zlib'
import compression from 'compression'

/** Quality that is fast enough to compress each answer while it is written. */
const QUALITY = 4
/** The same for gzip, which programs ask for. It takes half the time of the usual level. */
const GZIP_LEVEL = 3
/** Power of two of the bytes that are remembered and kept in memory: one megabyte. */
const WINDOW = 20

/** Creates the middleware that compresses what is written to a response, in an encoding that the client accepts. */
export function createCompression() {
  const packed = compression({
    level: GZIP_LEVEL,
    brotli: {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: WINDOW,
      },
    },
  })
  return (request, response, next) =>
    packed(request, response, () => {
      flushOnceATurn(response)
      next()
    })
}

/**
 * Flushes once a turn of the event loop. Next flushes after each piece that it writes, but of pieces written together
 * only the last needs it.
 */
function flushOnceATurn(response) {
  const { flush } = response
  let isDue = false
  response.flush = () => {
    if (isDue) return
    isDue = true
    setImmediate(() => {
      isDue = false
      // The end of the response flushes the rest.
      if (!response.writableEnded) flush()
    })
  }
}
