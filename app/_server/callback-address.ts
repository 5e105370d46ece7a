/** The cookies in which next-auth keeps the URL to open after sign-in. */
const COOKIES = ['next-auth.callback-url', '__Secure-next-auth.callback-url']
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
  const kept = cookiesOf(request).filter(([name]) => COOKIES.includes(name))
  const wrong = kept.filter(([, text]) => text !== '' && !isAddress(text)).map(([name]) => name)
  if (wrong.length === 0 && asked.every((text) => text === '' || isAddress(text))) return null
  const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
  for (const name of new Set(wrong)) {
    const secure = name.startsWith('__Secure-') ? '; Secure' : ''
    headers.append('set-cookie', `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`)
  }
  const error = { error: 'invalid', message: 'The callback address is none. Open the page again.' }
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
