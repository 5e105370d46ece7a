import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { isStorageFailure, openDb } from '@/lib/platform/db'

/** Builds a message of PostgreSQL's protocol. */
function message(kind: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(kind), length, body])
}

const OK = message('R', Buffer.alloc(4))
const READY = message('Z', Buffer.from('I'))
const ENDED = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'))

test('a connection that ends while it is made fails its transaction, not the process', async () => {
  // Like a server that is shutting down: it accepts a client and ends the connection in one message.
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([OK, READY, ENDED])))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const db = openDb({ engine: 'postgres', url: `postgresql://purser@127.0.0.1:${port}/purser` })
  onTestFinished(async () => {
    await db.$disconnect()
    server.close()
  })
  // Vitest fails on an unhandled error.
  for (const isOwn of [true, false]) {
    const asked = isOwn ? db.$transaction((tx) => tx.$queryRaw`SELECT 1`) : db.$queryRaw`SELECT 1`
    expect(await asked.catch(isStorageFailure)).toBe(true)
  }
})
