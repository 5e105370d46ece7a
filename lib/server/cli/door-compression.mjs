// Packs what the web answers, by Brotli where the client knows it: smaller than gzip, which is all that Next offers, in less
// time. See docs/decisions/0069.
import { constants } from 'node:zlib'
import compression from 'compression'

/** Quick enough to pack each answer as it is written. */
const QUALITY = 4
/** Two to the power of it is how many bytes are remembered, and held: one megabyte. */
const WINDOW = 20

/** Makes the function through which a request goes on: what is written to its response is packed as its client allows. */
export function createCompression() {
  return compression({
    brotli: {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: WINDOW,
      },
    },
  })
}
