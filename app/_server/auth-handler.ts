import 'server-only'
import NextAuth from 'next-auth'
import { authOptions } from './auth-options'

/** Scripts may read who is signed in, but not the session's id: only the server's own code needs it. */
const forScripts: typeof authOptions = {
  ...authOptions,
  callbacks: {
    ...authOptions.callbacks,
    session: ({ session, token }) => ({
      expires: session.expires,
      person: { id: token.sub ?? '', name: token.name ?? '', email: token.email ?? '' },
    }),
  },
}

/** Answers next-auth's own addresses: sign-in, sign-out, session, CSRF token. */
export const authHandler: (request: Request, context: unknown) => Promise<Response> = NextAuth(forScripts)
