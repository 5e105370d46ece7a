import type { SignedIn } from '@/lib/teams/accounts'

declare module 'next-auth' {
  interface User {
    sid: string
  }
  interface Session {
    person: SignedIn
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    sid?: string
  }
}
