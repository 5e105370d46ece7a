import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { CLI_ENDPOINTS } from '@/lib/api'
import { systemClock } from '@/lib/kernel'
import { runProgram } from '@/lib/server/program'

const ID = '0199a1c0-0000-7000-8000-000000000009'
const RUN = { ...Object(CLI_ENDPOINTS.getRun.example.answer), id: ID, endReason: null }
const SEARCH = { ...Object(CLI_ENDPOINTS.getSearch.example.answer), id: ID }
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Serves a run whose stream ends before the run does; reconnecting is answered with a problem. */
async function serve(status: number, detail: string) {
  let asked = 0
  const server = createServer((request, response) => {
    if (request.method === 'POST') return void response.writeHead(201).end(JSON.stringify(RUN))
    if (!request.url?.endsWith('/events'))
      return void response.end(JSON.stringify({ data: [SEARCH], next: null }))
    if (++asked === 1)
      return void response.end(`data: ${JSON.stringify(RUN)}\n\nevent: end\ndata: {"reason":"gone"}\n\n`)
    response.writeHead(status).end(JSON.stringify({ detail }))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked: () => asked }
}

test.each([
  [401, 'This token is wrong, revoked or expired.'],
  [403, 'This token may not do that.'],
  [404, 'The run was not found.'],
])('following ends with the reason if reconnecting cannot help: %i', async (status, detail) => {
  const { url, asked } = await serve(status, detail)
  const notes: string[] = []
  const code = await runProgram(['run', 'Competitors', '--follow'], {
    env: { PURSER_URL: url, PURSER_TOKEN: 'pt_any' },
    clock: { ...systemClock, sleep: () => Promise.resolve() },
    print: () => undefined,
    printError: (line) => void notes.push(line),
    save: () => Promise.reject(new Error('Nothing is saved here')),
  })
  expect([code, asked(), notes]).toEqual([1, 2, [detail]])
})
