/** There next-auth takes lines for our log from anybody. */
const LOG = /\/_log\/?$/
const CALLBACK = /\/callback\//

/** The answer to what next-auth must not see, or answers with 500: null for all else. */
export function refuseAuth({ method, url, headers }: Request): Response | null {
  const path = decodeURIComponent(new URL(url).pathname)
  if (LOG.test(path)) return new Response(null, { status: 404 })
  if (method !== 'POST' && CALLBACK.test(path))
    return new Response(null, { status: 405, headers: { allow: 'POST' } })
  // Its own pages and scripts send forms; of JSON it fails at what is none.
  const isJson = headers.get('content-type')?.includes('application/json') === true
  return method === 'POST' && isJson ? new Response(null, { status: 415 }) : null
}
