import { finished } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import type { HttpAnswer } from '../answers'
import { type HttpConnection, writeHead } from '../serve'
import { write } from './deliveries'
import type { Fault } from './fault'

const SLOW_PIECES = 100
const SLOW_GAP_MS = 100
const MEBIBYTE = 1024 * 1024
/** More than any provider may allow. */
const HUGE_MEBIBYTES = 300
const PADDING = Buffer.alloc(64 * 1024, ' ')

/**
 * Faults of bodies that are right, but too slow or too large. White space before JSON is JSON, so all of them can be
 * read.
 */
export const sizes = {
  'slow-body': {
    what: `Sends the page in ${SLOW_PIECES} pieces, one every ${SLOW_GAP_MS} ms.`,
    charged: true,
    send:
      (answer, { clock }) =>
      async (line) => {
        const body = Buffer.from(answer.body)
        const size = Math.ceil(body.length / SLOW_PIECES)
        writeHead(line, answer, body.length)
        for (let at = 0; at < body.length; at += size) {
          if (at > 0) await clock.sleep(SLOW_GAP_MS, line.closing).catch(() => {})
          if (!(await write(line.response, body.subarray(at, at + size)))) return false
        }
        return end(line)
      },
  },
  'huge-body': {
    what: `Sends ${HUGE_MEBIBYTES} MiB of white space before the page, as a stream without a length.`,
    charged: true,
    send: (answer) => async (line) => {
      writeHead(line, answer, null)
      for (let sent = 0; sent < HUGE_MEBIBYTES * MEBIBYTE; sent += PADDING.length)
        if (!(await write(line.response, PADDING))) return false
      await write(line.response, answer.body)
      return end(line)
    },
  },
  'gzip-bomb': {
    what: `Sends the page gzipped behind ${HUGE_MEBIBYTES} MiB of white space: 300 KB on the way, though no encoding was asked for.`,
    charged: true,
    send: (answer) => async (line) => {
      writeHead(line, encoded(answer), null)
      const mebibyte = gzipSync(Buffer.alloc(MEBIBYTE, ' '))
      // Concatenated gzip files are one gzip file.
      for (let sent = 0; sent < HUGE_MEBIBYTES; sent++)
        if (!(await write(line.response, mebibyte))) return false
      await write(line.response, gzipSync(answer.body))
      return end(line)
    },
  },
} as const satisfies Record<string, Fault>

const encoded = (answer: HttpAnswer): HttpAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'content-encoding': 'gzip' },
})

async function end({ response }: HttpConnection): Promise<boolean> {
  response.end()
  await finished(response)
  return true
}
