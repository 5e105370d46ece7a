// Packs what the web answers, by Brotli where the client knows it: smaller than gzip, which is all that Next offers, in less
// time. See docs/decisions/0031.
import { constants } from 'node:zlib'
import compression from 'compression'

/** Quick enough to pack each answer as it is written. */
const QUALITY = 4
/** The same of gzip, which programs ask for: half the time of its usual level. */
const GZIP_LEVEL = 3
/** Two to the power of it is how many bytes are remembered, and held: one megabyte. */
const WINDOW = 20

/** Makes the function through which a request goes on: what is written to its response is packed as its client allows. */
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

/** Next asks for what is packed after each piece that it writes. Of pieces that come together only the last one needs it. */
function flushOnceATurn(response) {
  const { flush } = response
  let isDue = false
  response.flush = () => {
    if (isDue) return
    isDue = true
    setImmediate(() => {
      isDue = false
      // Its end brings all that is left.
      if (!response.writableEnded) flush()
    })
  }
}
