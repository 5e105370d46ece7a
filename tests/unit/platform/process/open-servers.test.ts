import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createOpenServers } from '@/lib/platform/process'
import { waitUntil } from '@/tests/support/wait-until'

const SENDING_MS = 500
/** Never reached, because a busy machine may take seconds for what an idle one sends at once. */
const AMPLE_MS = 60_000
const LARGE = Buffer.alloc(1 << 20)

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

async function served(answer: RequestListener, sendingMs = SENDING_MS) {
  const servers = createOpenServers(sendingMs)
  let came = 0
  const server: Server = createServer((request, response) => {
    servers.came(server, response)
    answer(request, response)
    came++
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open = () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    sockets.push(socket)
    return socket
  }
  return {
    servers,
    open,
    async ask(request = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n') {
      const before = came
      const socket = open()
      socket.write(request)
      await waitUntil(() => came > before)
      return socket
    },
  }
}

test('a file whose reader stalls, and one without an end, do not keep a server open', async () => {
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

test('an answer that has not begun is waited for, and then has its full time', async () => {
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

test('an answer that was given but not yet read is not cut off at once, as Node would do', async () => {
  const { servers, ask } = await served(
    (_, response) => response.end(Buffer.alloc(12 * LARGE.length)),
    AMPLE_MS,
  )
  const socket = await ask()
  socket.pause()
  let got = 0
  socket.on('data', (chunk) => {
    got += chunk.length
  })
  setTimeout(() => socket.resume(), SENDING_MS / 2)
  await servers.close()
  await waitUntil(() => socket.readableEnded || socket.destroyed)
  expect(got).toBeGreaterThan(12 * LARGE.length)
})

/** A request with a body of eight bytes, of which four have arrived. */
const HALF = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 8\r\n\r\nhalf'
const whenWhole: RequestListener = (request, response) => {
  request.resume().on('end', () => response.end('whole'))
}

test('a silent connection, and a request that is never complete, do not keep a server open', async () => {
  const { servers, ask, open } = await served(whenWhole)
  open()
  open().write('GET / HTTP/1.1\r\nhost: x\r\n')
  await ask(HALF)
  const since = performance.now()
  await servers.close()
  const tookMs = performance.now() - since
  expect(tookMs).toBeGreaterThanOrEqual(SENDING_MS)
  expect(tookMs).toBeLessThan(SENDING_MS * 4)
})

test('a request that is still arriving at the stop, and is completed in time, is answered', async () => {
  const { servers, ask } = await served(whenWhole, AMPLE_MS)
  const socket = await ask(HALF)
  let got = ''
  socket.on('data', (chunk) => {
    got += chunk
  })
  setTimeout(() => socket.write('half'), SENDING_MS / 2)
  await servers.close()
  await waitUntil(() => got.includes('whole'))
})
