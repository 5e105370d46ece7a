import type { SignedIn } from '@/lib/teams/accounts'

declare module 'next-auth' {
  interface User {
    sid: string
  }
  interface Session {
    person: SignedIn
    /** The database could not say whether the session is still valid. */
    isUnchecked: boolean
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    sid?: string
    isUnchecked?: boolean
  }
}
