import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import { type Answer, errorAnswer } from './answers'

const LOOPBACK = '127.0.0.1'
const KEEP_ALIVE_MS = 60_000

/** Answers one request; `closing` is aborted when the server wants to end, so that nobody waits on. */
export type Respond = (request: IncomingMessage, closing: AbortSignal) => Promise<Answer>

export interface Listening {
  readonly baseUrl: string
  /** Answers what has been asked, then ends. */
  close(): Promise<void>
}

/** Serves over HTTP, on loopback unless told otherwise; port 0 takes any free one. Rejects when the port is taken. */
export async function serve(respond: Respond, port: number, host = LOOPBACK): Promise<Listening> {
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const answering = respond(request, closing.signal)
      .catch(errorAnswer)
      .then((answer) => send(response, answer, closing.signal.aborted))
      .catch(() => {
        response.destroy()
      })
      .finally(() => underWay.delete(answering))
    underWay.add(answering)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  const end = async (): Promise<void> => {
    const ended = new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
    closing.abort()
    while (underWay.size > 0) await Promise.all(underWay)
    // Connections on which nothing was ever asked do not count as idle: without this they keep the server open.
    server.closeAllConnections()
    await ended
  }
  let closed: Promise<void> | undefined
  return {
    baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () => {
      closed ??= end()
      return closed
    },
  }
}

/** Sends an answer; settles when it has left, or can no longer. */
async function send(
  response: ServerResponse,
  { status, headers, body }: Answer,
  isLast: boolean,
): Promise<void> {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...(isLast ? { connection: 'close' } : {}),
    ...headers,
  })
  response.end(body)
  await finished(response)
}
