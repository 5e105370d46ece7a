'use client'

import { Box } from '@mantine/core'
import { createContext, type ReactNode, useContext } from 'react'
import { LinkTo, Note, useHydrated } from '@/components/ui'

const Address = createContext<string | null>(null)

interface PublicAddressProps {
  /** Purser's public address, where it is one of https: its cookies are kept by pages that came by https alone. */
  readonly address: string | null
  readonly children: ReactNode
}

/** Lets the pages of visitors know at which address a sign-in works. */
export function PublicAddress({ address, children }: PublicAddressProps) {
  return <Address value={address}>{children}</Address>
}

/** The public address, where it is one of https; null for another, and where it is not known. */
export const usePublicAddress = (): string | null => useContext(Address)

/** The same page at the public address; null where a sign-in can work here, and until the browser has said so. */
function useAddressToUse(): string | null {
  const address = usePublicAddress()
  const isHydrated = useHydrated()
  // Browsers keep secure cookies of this machine's own address too, also without https.
  if (address === null || !isHydrated || window.isSecureContext) return null
  const { pathname, search } = window.location
  return address + pathname + search
}

/** Says on a page without https that nobody can sign in here, before a password is typed, and where they can. */
export function WrongAddress() {
  const toUse = useAddressToUse()
  if (toUse === null) return null
  return (
    <Box mt="md">
      <Note tone="warn" lead="You cannot sign in at this address.">
        It begins with http, where browsers keep no sign-in and passwords can be read on their way. Open{' '}
        <LinkTo href={toUse}>{new URL(toUse).origin}</LinkTo> instead.
      </Note>
    </Box>
  )
}
