import { createServer } from 'node:http'
import { KEY_FORMS, type KeyForm } from '../support/key-forms'

/** An upstream that repeats the key it is asked with, in every form and in every place of an answer. */
export interface RepeatingUpstream {
  readonly baseUrl: string
  readonly key: string
  close(): Promise<void>
}

const DAY = '2026-11-20T12:00:00Z'
/** Forms that JSON's own parser undoes: they are written into the body as they are. */
const isJson = ({ name }: KeyForm): boolean => name.startsWith('JSON')
const quoted = (form: KeyForm, text: string): string =>
  isJson(form) ? `"${form.write(text)}"` : JSON.stringify(form.write(text))

/** Starts it on loopback. Page 1 repeats the key in each form, page 2 in each form of each form. */
export async function startRepeatingUpstream(key: string): Promise<RepeatingUpstream> {
  const server = createServer((request, response): unknown => {
    const url = new URL(request.url ?? '', 'http://upstream')
    const send = (status: number, body: string, type = 'application/json') =>
      response
        .writeHead(status, { 'content-type': type, 'x-echo': key, 'x-cost': key, 'retry-after': key })
        .end(body)
    const [, , , user = ''] = url.pathname.split('/')
    if (url.pathname === '/v1/me')
      return send(200, `{"key_prefix":"${key.slice(0, 12)}","balance":900.5,"rate_limit_qps":50}`)
    if (user === 'tags')
      return send(403, `<h1>No</h1><p>Key ${key.match(/.{1,8}/g)?.join('<wbr>')} may not.</p>`, 'text/html')
    const refusal = /^error-(\d+)-(\d+)$/.exec(decodeURIComponent(user))
    if (refusal) {
      const form = KEY_FORMS[Number(refusal[2])]
      if (!form) return send(404, '{}')
      return Number(refusal[1]) === 403
        ? send(403, `<h1>${form.write(key)}</h1><p>${form.write(key)}</p>`, 'text/html')
        : send(Number(refusal[1]), `{"message":${quoted(form, `No: ${key}`)}}`)
    }
    const isNested = url.searchParams.get('cursor') === 'nested'
    return send(200, isNested ? pageOf(nestedItems(key)) : pageOf(items(key), 'nested'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The API got no port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    key,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const pageOf = (list: readonly string[], cursor?: string): string =>
  `{"tweets":[${list.join(',')}]${cursor ? `,"next_cursor":"${cursor}"` : ''}}`

const items = (key: string): string[] =>
  KEY_FORMS.map((form) => {
    const written = quoted(form, key)
    const around = quoted(form, `{"headers":{"x-api-key":"${key}"}}`)
    return `{"id":${written},"text":${around},"created_at":"${DAY}","url":${quoted(form, `https://a.example/${key}`)},
      "author":{"id":${written},"username":${written},"name":${written}},${written}:[${written}],
      "bytes":${JSON.stringify(Buffer.from(key))},"half":${quoted(form, key.slice(0, 28))}}`
  })

const nestedItems = (key: string): string[] =>
  KEY_FORMS.flatMap((outer, from) =>
    KEY_FORMS.map(
      (inner, at) =>
        `{"id":"n${from}-${at}","text":${quoted(outer, inner.write(key))},"created_at":"${DAY}"}`,
    ),
  )
