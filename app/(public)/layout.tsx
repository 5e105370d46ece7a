import type { ReactNode } from 'react'
import { PublicAddress } from '@/components/account'
import { currentRuntime } from '@/lib/server/runtime'

/** Gives the pages of visitors the public address, since a sign-in may work only there. */
export default function PublicLayout({ children }: { readonly children: ReactNode }) {
  const { NEXTAUTH_URL } = currentRuntime().env
  return (
    <PublicAddress address={NEXTAUTH_URL?.startsWith('https:') ? NEXTAUTH_URL : null}>
      {children}
    </PublicAddress>
  )
}
