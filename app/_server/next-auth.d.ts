import type { SignedIn } from '@/lib/teams/accounts'

declare module 'next-auth' {
  interface User {
    sid: string
  }
  interface Session {
    person: Omit<SignedIn, 'sid'>
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    sid?: string
  }
}
