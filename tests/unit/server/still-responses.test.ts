import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, test } from 'vitest'
import { closeStalledResponse } from '@/lib/server/front/responses'
import { waitUntil } from '@/tests/support/wait-until'

const STILL_MS = 300
/** More than the system's buffers can take. */
const LARGE = Buffer.alloc(1 << 25)

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

describe('a server that closes stalled responses', () => {
  async function ask(answer: RequestListener) {
    let closed = 0
    const server = createServer((request, response) => {
      closeStalledResponse(response, STILL_MS)
      response.once('close', () => closed++)
      answer(request, response)
    })
    servers.push(server.listen(0, '127.0.0.1'))
    await once(server, 'listening')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
    let got = 0
    const request = () => socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    request()
    return {
      socket,
      request,
      closed: () => closed,
      got: () => got,
      read: () => socket.on('data', (chunk) => (got += chunk.length)),
    }
  }

  test('closes an answer that nobody reads, whether it is complete or still being written', async () => {
    for (const isWhole of [true, false]) {
      const { socket, closed } = await ask((_, response) => {
        if (isWhole) response.end(LARGE)
        else response.write(LARGE)
      })
      socket.pause()
      await waitUntil(() => closed() === 1)
      socket.destroy()
    }
  })

  test('sends an answer that is read slowly completely', async () => {
    const { socket, got, read } = await ask((_, response) => response.end(LARGE))
    read()
    let isAwake = true
    const turns = setInterval(() => {
      isAwake = !isAwake
      if (isAwake) socket.resume()
      else socket.pause()
    }, STILL_MS / 10)
    await waitUntil(() => got() >= LARGE.length)
    clearInterval(turns)
  })

  test('waits for an answer that is not written yet, and its connection serves the next request', async () => {
    const { got, read, request } = await ask((_, response) => {
      setTimeout(() => response.end('late'), STILL_MS * 3)
    })
    read()
    await waitUntil(() => got() > 0)
    const first = got()
    request()
    await waitUntil(() => got() === 2 * first)
  })
})
