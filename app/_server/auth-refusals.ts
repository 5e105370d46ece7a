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
