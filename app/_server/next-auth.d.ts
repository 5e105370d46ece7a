import type { SignedIn } from '@/lib/accounts'

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
