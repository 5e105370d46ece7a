import { setMaxListeners } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import { errorAnswer, type HttpAnswer } from './answers'

const LOOPBACK = '127.0.0.1'
const KEEP_ALIVE_MS = 60_000

/** The connection of an answer, for answers that are sent in a special way. */
export interface HttpConnection {
  readonly response: ServerResponse
  /** Aborted when the server ends, so that nothing waits longer. */
  readonly closing: AbortSignal
  /** Closes the port to new connections, and the idle ones, until the returned function is called. */
  closePort(): () => Promise<void>
}

/** Sends an answer in its own way. Resolves with whether everything charged has left. */
export type AnswerDelivery = (line: HttpConnection) => Promise<boolean>

/** Answers one request; `closing` is aborted when the server ends, so that nothing waits longer. */
export type HttpResponder = (
  request: IncomingMessage,
  closing: AbortSignal,
) => Promise<HttpAnswer | AnswerDelivery>

export interface HttpServerHandle {
  readonly baseUrl: string
  /** Answers open requests, then ends. */
  close(): Promise<void>
}

/** Serves over HTTP, on loopback by default; port 0 takes any free one. Rejects if the port is taken. */
export async function serveHttp(
  respond: HttpResponder,
  port: number,
  host = LOOPBACK,
): Promise<HttpServerHandle> {
  const closing = new AbortController()
  // Any number of answers may wait for this signal.
  setMaxListeners(0, closing.signal)
  const underWay = new Set<Promise<void>>()
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const answering = respond(request, closing.signal)
      .catch(errorAnswer)
      .then((answer) => (typeof answer === 'function' ? answer : sendAnswerAtOnce(answer)))
      .then((deliver) => deliver({ response, closing: closing.signal, closePort }))
      .then(
        () => {},
        () => {
          response.destroy()
        },
      )
      .finally(() => underWay.delete(answering))
    underWay.add(answering)
  })
  const open = (at: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(at, host, () => {
        server.off('error', reject)
        resolve()
      })
    })
  await open(port)
  const address = server.address()
  const bound = typeof address === 'object' && address ? address.port : port

  let closers = 0
  const closePort = () => {
    if (closers++ === 0) server.close()
    return async (): Promise<void> => {
      if (--closers === 0 && !closing.signal.aborted) await open(bound)
    }
  }
  const end = async (): Promise<void> => {
    const ended = new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
    closing.abort()
    while (underWay.size > 0) await Promise.all(underWay)
    // Connections without any request do not count as idle and would keep the server open.
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

/** Writes an answer's headers. A body of unknown length ends with the connection or a last chunk. */
export function writeHead(
  { response, closing }: HttpConnection,
  { status, headers }: Pick<HttpAnswer, 'status' | 'headers'>,
  length: number | null,
): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    ...(length === null ? {} : { 'content-length': length }),
    'cache-control': 'no-store',
    ...(closing.aborted ? { connection: 'close' } : {}),
    ...headers,
  })
}

/** Sends an answer whole and at once. Rejects if its connection broke. */
export const sendAnswerAtOnce =
  (answer: HttpAnswer): AnswerDelivery =>
  async (line) => {
    writeHead(line, answer, Buffer.byteLength(answer.body))
    line.response.end(answer.body)
    await finished(line.response)
    return true
  }
