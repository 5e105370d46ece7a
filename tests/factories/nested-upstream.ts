import { createServer, type ServerResponse } from 'node:http'
import { PRESET_ANSWERS } from './preset-answers'

const KEY = `xd_live_${'n'.repeat(32)}`

/** An upstream in the shapes of the preset "nested", with one key, whose calls of /v1/me above `rate` without another call in between are refused. */
export interface NestedUpstream {
  readonly baseUrl: string
  readonly key: string
  /** Paths with their parameters, in the order they were asked. */
  readonly asked: string[]
  close(): Promise<void>
}

export async function startNestedUpstream(rate = 10): Promise<NestedUpstream> {
  const asked: string[] = []
  let keyChecks = 0
  let balance = 900.5
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://upstream')
    asked.push(url.pathname + url.search)
    if (request.headers['x-api-key'] !== KEY) return refuse(response, 403, 'No such key')
    if (url.pathname === '/v1/me') {
      if (++keyChecks > rate) return refuse(response, 429, 'Slow down', { 'retry-after': '870' })
      return send(
        response,
        200,
        `{"key_prefix":"xd_live_nnnn","balance":${balance},"rate_limit_qps":${rate}}`,
      )
    }
    keyChecks = 0
    const charge = (body: string) => {
      balance -= 3.5
      send(response, 200, body)
    }
    if (url.pathname === '/v1/users/ada/tweets') return charge(PRESET_ANSWERS.nested.timeline)
    if (url.pathname === '/v1/followers/ada') return charge(PRESET_ANSWERS.nested.followers)
    if (url.pathname.startsWith('/v1/user/')) return refuse(response, 403, 'Not in your plan')
    if (url.pathname !== '/v1/tweets/search') return refuse(response, 404, 'No such thing')
    if (!url.searchParams.has('query')) return refuse(response, 400, 'A query is missing')
    if (url.searchParams.get('query') === 'nothing') return refuse(response, 400, 'Other words, please')
    charge(PRESET_ANSWERS.nested.timeline)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The API got no port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    key: KEY,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-credits-charged': '3.5', ...headers })
  response.end(body)
}

const refuse = (response: ServerResponse, status: number, words: string, headers = {}): void =>
  send(response, status, JSON.stringify({ errors: [{ code: 7, message: words }] }), headers)
