import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { type ApiParts, answerRequest } from '@/lib/api'

/** The API on its own port, for programs that call it over the network. */
export interface ApiServer {
  readonly url: string
  /** Cuts off this many of the next requests before they are answered. */
  cutOff(count: number): void
  readonly asked: readonly string[]
  close(): Promise<void>
}

/** Serves the API without Next around it. */
export async function startApiServer(parts: Omit<ApiParts, 'streams'>): Promise<ApiServer> {
  const asked: string[] = []
  let cut = 0
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (cut > 0) {
      cut--
      return void request.socket.destroy()
    }
    const leaving = new AbortController()
    response.on('close', () => leaving.abort())
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = 'GET', headers } = request
    const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
    const asRequest = new Request(`http://localhost${request.url}`, {
      method,
      headers: given,
      signal: leaving.signal,
      ...body,
    })
    const answer = await answerRequest({ ...parts, streams }, asRequest, '127.0.0.1')
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (!answer.body) return void response.end()
    Readable.fromWeb(answer.body as never)
      .on('error', () => response.destroy())
      .pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    cutOff: (count) => {
      cut = count
    },
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const streams: ApiParts['streams'] = {
  async file(_ctx, open, _isAllowed, headers) {
    const { chunks, contentType } = await open()
    headers.set('content-type', contentType)
    return new Response(Readable.toWeb(Readable.from(toBytes(chunks))) as never, { headers })
  },
  events({ clock }, feed, _isAllowed, headers, signal) {
    headers.set('content-type', 'text/event-stream')
    async function* written() {
      while (!signal.aborted) {
        const event = await feed.next()
        if (event) yield Buffer.from(`id: ${event.id}\ndata: ${JSON.stringify(event.data)}\n\n`)
        if (event?.isLast) return
        await clock.sleep(20)
      }
    }
    return new Response(Readable.toWeb(Readable.from(written())) as never, { headers })
  },
}

async function* toBytes(chunks: AsyncGenerator<string | Uint8Array>) {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}
