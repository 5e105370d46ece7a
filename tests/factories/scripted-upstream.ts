import { createServer } from 'node:http'

export interface ScriptedAnswer {
  readonly status: number
  readonly body: string
  readonly headers?: Record<string, string>
}

/** An upstream with one key that is answered about it, and else what a test says. */
export interface ScriptedUpstream {
  readonly baseUrl: string
  readonly key: string
  /** Calls but those of /v1/me, in the order they came. */
  readonly asked: string[]
  /** What is answered to a call at this address. */
  answer: (url: URL) => ScriptedAnswer
  /** Waits before a call at this address is answered. */
  gate: (url: URL) => Promise<void>
  /** How often /v1/me was asked, and what it answers. */
  accountCalls: number
  account: () => ScriptedAnswer
  close(): Promise<void>
}

const ACCOUNT: ScriptedAnswer = {
  status: 200,
  body: '{"key_prefix":"xd_live_ssss","balance":900.5,"rate_limit_qps":100}',
}

/** Starts it on loopback. */
export async function startScriptedUpstream(): Promise<ScriptedUpstream> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://upstream')
    const isKeyInfo = url.pathname === '/v1/me'
    if (isKeyInfo) upstream.accountCalls++
    else asked.push(url.pathname + url.search)
    const reply = ({ status, body, headers }: ScriptedAnswer) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    if (isKeyInfo) reply(upstream.account())
    else void upstream.gate(url).then(() => reply(upstream.answer(url)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The API got no port')
  const upstream: ScriptedUpstream = {
    baseUrl: `http://127.0.0.1:${address.port}`,
    key: `xd_live_${'s'.repeat(32)}`,
    asked,
    answer: () => ({ status: 404, body: '{}' }),
    gate: () => Promise.resolve(),
    accountCalls: 0,
    account: () => ACCOUNT,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return upstream
}
