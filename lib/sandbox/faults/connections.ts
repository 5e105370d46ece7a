import { once } from 'node:events'
import { writeHead } from '../serve'
import { reset, untilGone, write } from './deliveries'
import type { Fault } from './fault'

const CLOSED_FOR_MS = 250

/** Faults of the connection: it breaks, or no answer arrives. */
export const connections = {
  'connection-refused': {
    what: `Cuts the connection unjudged and closes the port for ${CLOSED_FOR_MS} ms: who comes next is refused a connection.`,
    charged: false,
    instead:
      ({ clock }) =>
      async (line) => {
        const reopen = line.closePort()
        await reset(line)
        await clock.sleep(CLOSED_FOR_MS, line.closing).catch(() => {})
        await reopen()
        return false
      },
  },
  'reset-before-charge': {
    what: 'Resets the connection without judging the request.',
    charged: false,
    instead: () => reset,
  },
  'reset-after-charge': {
    what: 'Charges the page, then resets the connection: the answer is lost.',
    charged: true,
    send: () => reset,
  },
  'body-cut-short': {
    what: 'Sends half of the body that `content-length` promises, then ends the connection.',
    charged: true,
    send: (answer) => async (line) => {
      const body = Buffer.from(answer.body)
      writeHead(line, answer, body.length)
      const half = body.subarray(0, Math.floor(body.length / 2))
      await new Promise<void>((resolve) => line.response.write(half, () => resolve()))
      line.response.destroy()
      return false
    },
  },
  'not-http': {
    what: 'Charges the page, then writes what is no HTTP and ends the connection.',
    charged: true,
    send: () => async (line) => {
      const { socket } = line.response
      if (!socket) return false
      socket.end('220 mail.example ESMTP ready\r\n')
      await once(socket, 'close')
      return false
    },
  },
  'stalled-headers': {
    what: 'Charges the page, then says nothing until the other side leaves.',
    charged: true,
    send: () => async (line) => {
      await untilGone(line)
      line.response.destroy()
      return false
    },
  },
  'stalled-body': {
    what: 'Sends the headers and half of the body, then nothing until the other side leaves.',
    charged: true,
    send: (answer) => async (line) => {
      const body = Buffer.from(answer.body)
      writeHead(line, answer, body.length)
      await write(line.response, body.subarray(0, Math.floor(body.length / 2)))
      await untilGone(line)
      line.response.destroy()
      return false
    },
  },
} as const satisfies Record<string, Fault>
