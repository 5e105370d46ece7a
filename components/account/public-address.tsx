'use client'

import { Box } from '@mantine/core'
import { createContext, type ReactNode, useContext } from 'react'
import { AppLink, PageNote, useHydrated } from '@/components/ui'

const Address = createContext<string | null>(null)

interface PublicAddressProps {
  /** Purser's public address, if it is one of https: only pages that came by https keep its cookies. */
  readonly address: string | null
  readonly children: ReactNode
}

/** Tells the pages of visitors at which address a sign-in works. */
export function PublicAddress({ address, children }: PublicAddressProps) {
  return <Address value={address}>{children}</Address>
}

/** Returns the public address if it is one of https; null for another, and if it is not known. */
export const usePublicAddress = (): string | null => useContext(Address)

/** Returns the same page at the public address; null if a sign-in can work here, and until the browser has said so. */
function useAddressToUse(): string | null {
  const address = usePublicAddress()
  const isHydrated = useHydrated()
  // Browsers also keep secure cookies for this machine's own address without https.
  if (address === null || !isHydrated || window.isSecureContext) return null
  const { pathname, search } = window.location
  return address + pathname + search
}

/** Warns on a page without https, before a password is typed, that nobody can sign in here, and says where they can. */
export function WrongAddress() {
  const toUse = useAddressToUse()
  if (toUse === null) return null
  return (
    <Box mt="md">
      <PageNote tone="warn" lead="You cannot sign in at this address.">
        It starts with http://, where browsers do not keep you signed in and passwords can be read in transit.
        Open{' '}
        <AppLink size="md" href={toUse}>
          {new URL(toUse).origin}
        </AppLink>{' '}
        instead.
      </PageNote>
    </Box>
  )
}
