import 'server-only'
import type { NextRequest } from 'next/server'
import NextAuth, { type NextAuthOptions } from 'next-auth'
import { authOptions } from './auth-options'
import { visitorOf } from './visitor'

/** Scripts may read who is signed in, but not the session's id: only the server's own code needs it. */
const forScripts = (isHttps: boolean): NextAuthOptions => {
  const options = authOptions(isHttps)
  return {
    ...options,
    callbacks: {
      ...options.callbacks,
      session: ({ session, token }) => ({
        expires: session.expires,
        person: { id: token.sub ?? '', name: token.name ?? '', email: token.email ?? '' },
      }),
    },
  }
}

/** Answers next-auth's own addresses: sign-in, sign-out, session, CSRF token. */
export async function authHandler(request: NextRequest, context: unknown): Promise<Response> {
  // next-auth would fail at one that is no address; Purser makes no such thing.
  const cookies = request.cookies.getAll().filter(({ name }) => name.endsWith('next-auth.callback-url'))
  const given = [...request.nextUrl.searchParams.getAll('callbackUrl'), ...cookies.map(({ value }) => value)]
  if (!given.every(isAddress)) return refuse(cookies.map(({ name }) => name))
  return NextAuth(forScripts(visitorOf(request.headers).isHttps))(request, context)
}

const isAddress = (text: string): boolean =>
  text.startsWith('/')
    ? URL.canParse(text, 'http://purser.invalid')
    : /^https?:/.test(text) && URL.canParse(text)

/** Without the cookies, so that the next request is answered. */
function refuse(cookies: readonly string[]): Response {
  const headers = new Headers({ 'content-type': 'text/plain; charset=utf-8' })
  for (const name of cookies) headers.append('set-cookie', `${name}=; Path=/; Max-Age=0; HttpOnly; Secure`)
  return new Response('This address cannot be read.\n', { status: 400, headers })
}
