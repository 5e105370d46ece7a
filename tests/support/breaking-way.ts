import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

type Side = 'client' | 'server'

/** A proxy to a PostgreSQL server that breaks the connection on demand. */
interface BreakingWay {
  readonly url: string
  /** Returns the number of bytes from each side since the last call. */
  count(): Record<Side, number>
  /** Breaks the connection that sends the last byte, once this many more bytes of one side have passed. */
  breakAfter(bytes: number, side: Side): void
  close(): Promise<void>
}

export async function breakingWay(url: string): Promise<BreakingWay> {
  const { port, hostname } = new URL(url)
  const sockets = new Set<Socket>()
  let bytes = { client: 0, server: 0 }
  let breaks: { left: number; readonly side: Side } | null = null

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    const pass = (side: Side, from: Socket, to: Socket) => {
      sockets.add(from)
      from.setNoDelay(true)
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        end()
      })
      from.on('data', (chunk: Buffer) => {
        bytes[side] += chunk.length
        if (breaks?.side !== side) return to.write(chunk)
        const part = chunk.subarray(0, breaks.left)
        breaks.left -= part.length
        if (breaks.left > 0) return to.write(part)
        breaks = null
        return to.write(part, end)
      })
    }
    pass('client', client, upstream)
    pass('server', upstream, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const own = new URL(url)
  own.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: own.href,
    count() {
      const counted = bytes
      bytes = { client: 0, server: 0 }
      return counted
    },
    breakAfter(left, side) {
      breaks = { left, side }
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
