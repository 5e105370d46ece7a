import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createOpenServers } from '@/lib/platform/process'
import { waitUntil } from '@/tests/support/wait-until'

const SENDING_MS = 500
const LARGE = Buffer.alloc(1 << 20)

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

async function served(answer: RequestListener) {
  const servers = createOpenServers(SENDING_MS)
  let came = 0
  const server: Server = createServer((request, response) => {
    servers.came(server, response)
    answer(request, response)
    came++
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    servers,
    async ask() {
      const before = came
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      sockets.push(socket)
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
      await waitUntil(() => came > before)
      return socket
    },
  }
}

test('a file whose reader stands still, and one without end, keep no server open', async () => {
  const { servers, ask } = await served((_, response) => {
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write(LARGE));
    }
    response.on('drain', more)
    more()
  })
  const still = await ask()
  still.pause()
  const reading = await ask()
  reading.resume()
  const since = performance.now()
  await servers.close()
  expect(performance.now() - since).toBeGreaterThanOrEqual(SENDING_MS)
})

test('an answer that has not begun is waited for, and has its time from then on', async () => {
  const { servers, ask } = await served((_, response) => {
    setTimeout(() => {
      response.writeHead(200)
      setTimeout(() => response.end('whole'), SENDING_MS / 3)
    }, SENDING_MS * 2)
  })
  const socket = await ask()
  let got = ''
  socket.on('data', (chunk) => {
    got += chunk
  })
  await servers.close()
  await waitUntil(() => got.includes('whole'))
})

test('an answer that is given but not taken yet is not cut at once, as Node would', async () => {
  const { servers, ask } = await served((_, response) => response.end(Buffer.alloc(32 * LARGE.length)))
  const socket = await ask()
  socket.pause()
  let got = 0
  socket.on('data', (chunk) => {
    got += chunk.length
  })
  setTimeout(() => socket.resume(), SENDING_MS / 2)
  await servers.close()
  await waitUntil(() => socket.readableEnded || socket.destroyed)
  expect(got).toBeGreaterThan(32 * LARGE.length)
})
