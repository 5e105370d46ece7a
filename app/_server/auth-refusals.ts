/** The route on which next-auth accepts lines for our log from anybody. */
const LOG = /\/_log\/?$/
const CALLBACK = /\/callback\//

/** Refuses requests that next-auth must not see, or would answer with 500; null for all others. */
export function refuseAuth({ method, url, headers }: Request): Response | null {
  const path = decodeURIComponent(new URL(url).pathname)
  if (LOG.test(path)) return new Response(null, { status: 404 })
  if (method !== 'POST' && CALLBACK.test(path))
    return new Response(null, { status: 405, headers: { allow: 'POST' } })
  // next-auth's own pages and scripts send forms; malformed JSON makes it fail.
  const isJson = headers.get('content-type')?.includes('application/json') === true
  return method === 'POST' && isJson ? new Response(null, { status: 415 }) : null
}

/** The cookies in which next-auth keeps the URL to open after sign-in. */
const CALLBACK_COOKIES = ['next-auth.callback-url', '__Secure-next-auth.callback-url']
const BASE = 'http://localhost'

/** Returns whether next-auth can read the text as a URL; it answers 500 for any other. */
const isAddress = (text: string): boolean => {
  const url = URL.canParse(text, text.startsWith('/') ? BASE : undefined)
    ? new URL(text, text.startsWith('/') ? BASE : undefined)
    : null
  return url !== null && /^https?:$/.test(url.protocol)
}

/**
 * Refuses a request to next-auth whose callback is no URL: answers 400 and deletes the cookie that held it. Null for a
 * request that can be answered.
 */
export function refuseCallback(request: Request): Response | null {
  const asked = new URL(request.url).searchParams.getAll('callbackUrl')
  const kept = cookiesOf(request).filter(([name]) => CALLBACK_COOKIES.includes(name))
  const wrong = kept.filter(([, text]) => text !== '' && !isAddress(text)).map(([name]) => name)
  if (wrong.length === 0 && asked.every((text) => text === '' || isAddress(text))) return null
  const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
  for (const name of new Set(wrong)) {
    const secure = name.startsWith('__Secure-') ? '; Secure' : ''
    headers.append('set-cookie', `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`)
  }
  const error = { error: 'invalid', message: 'The callback address is not valid. Open the page again.' }
  return new Response(JSON.stringify(error), { status: 400, headers })
}

const cookiesOf = (request: Request): (readonly [name: string, text: string])[] =>
  (request.headers.get('cookie') ?? '').split(';').map((pair) => {
    const [name = '', ...rest] = pair.split('=')
    return [name.trim(), decoded(rest.join('=').trim())] as const
  })

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
