import type { SignInSuccess } from '@/lib/teams/accounts'

declare module 'next-auth' {
  interface User {
    sid: string
  }
  interface Session {
    person: Omit<SignInSuccess, 'sid'>
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    sid?: string
  }
}
