import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { SMTPServer } from 'smtp-server'

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Receiver<T> {
  /** Its address on loopback. */
  readonly url: string
  /** Received messages, oldest first. */
  readonly received: readonly T[]
  close(): Promise<void>
}

/** Starts an HTTP server that stores what is posted to it and answers as told; 200 by default. */
export async function startHttpReceiver(
  answer: (response: ServerResponse, count: number) => void = (response) => response.end('ok'),
): Promise<Receiver<Received>> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      answer(response, received.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly text: string
}

/**
 * Starts a mail server that stores what is sent through it. It refuses addresses that `refuses` names, and mails in
 * which `quotes` finds something, with those words.
 */
export async function startMailReceiver(refuses?: string, quotes?: RegExp): Promise<Receiver<ReceivedMail>> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      const refusal = Object.assign(new Error('No such mailbox'), { responseCode: 550 })
      callback(address === refuses ? refusal : null)
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const [quoted] = quotes?.exec(text.replaceAll('=\r\n', '')) ?? []
        if (quoted !== undefined)
          return callback(Object.assign(new Error(`Blocked: ${quoted}`), { responseCode: 554 }))
        received.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          text,
        })
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
