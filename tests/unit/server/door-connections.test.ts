import { once } from 'node:events'
import http, { type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { installDoor } from '@/lib/server/front/door'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** Starts a server behind its own door. Returns its port. */
async function behindDoor(listener: RequestListener): Promise<number> {
  installDoor({})
  const server = http.createServer(listener)
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const signIn = (path = '/api/auth/callback/credentials') =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 3\r\n\r\na=b`

/** Waits until something has happened in the server, checking at each turn of the event loop. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

test('sign-ins sent at once on one connection free their places when it is cut', async () => {
  const inside = new Set<unknown>()
  let closed = 0
  const port = await behindDoor((_request, response) => {
    inside.add(response)
    response.once('close', () => closed++)
  })
  for (let n = 1; n <= 3; n++) {
    const socket = connect(port, '127.0.0.1')
    socket.write(signIn().repeat(6))
    const before = inside.size
    await until(() => inside.size === before + 4)
    socket.destroy()
    await until(() => closed === inside.size)
  }
})

test.each([
  '/api/auth/callback/credentials?x=1',
  '/api/auth/callback/%63redentials',
  '/api/auth/%63allback/credentials/x',
  '/api/auth/callback/credentials#x',
  '/x/../api/auth/callback/credentials',
  '/x/%2e%2e/api/auth/callback/credentials',
])('a sign-in waits in the queue, written as %s', async (path) => {
  let inside = 0
  const port = await behindDoor((request, response) => {
    if (request.method === 'POST') inside++
    else response.end()
  })
  const sockets = Array.from({ length: 6 }, () => connect(port, '127.0.0.1'))
  for (const socket of sockets) socket.write(signIn(path))
  await until(() => inside === 4)
  // All six have arrived by the time a later request is answered.
  await (await fetch(`http://127.0.0.1:${port}/`)).text()
  await (await fetch(`http://127.0.0.1:${port}/`)).text()
  expect(inside).toBe(4)
  for (const socket of sockets) socket.destroy()
})

test.each([
  ['content-length: 3', 'a=b', 'a=b'],
  ['content-length: 0', '', ''],
  ['transfer-encoding: chunked', '0\r\n\r\n', ''],
])('a sign-in with %s passes complete, even without a body', async (header, sent, body) => {
  const port = await behindDoor(async (request, response) => response.end(`got:${await text(request)}.`))
  const socket = connect(port, '127.0.0.1')
  const path = '/api/auth/callback/credentials'
  socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${header}\r\n\r\n${sent}`)
  expect(await text(socket)).toContain(`got:${body}.`)
})

test('an absolute address as target, or an invalid one, is refused before Next', async () => {
  let passed = 0
  const port = await behindDoor(() => passed++)
  for (const target of ['http://evil.example/setup', '*', 'evil.example:80']) {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
    const [first] = await once(socket, 'data')
    expect(String(first)).toMatch(/^HTTP\/1\.1 400 /)
  }
  expect(passed).toBe(0)
})

test('an answer to a stalled client has a time limit', async () => {
  const port = await behindDoor((request, response) => response.end(String(request.socket.timeout)))
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('120000')
})
