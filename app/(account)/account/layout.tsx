import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { currentPerson } from '@/app/_server'
import { AccountFrame } from '@/components/account'
import { currentRuntime } from '@/lib/server/runtime'
import { isInstallationAdmin } from '@/lib/teams/accounts'
import { listTeamsOf } from '@/lib/teams/teams'
import { SignOut } from './sign-out'

/**
 * Renders the frame of the account pages. The pages check access themselves too: a layout does not guard its children.
 */
export default async function AccountLayout({ children }: { readonly children: ReactNode }) {
  const person = await currentPerson()
  if (!person) redirect('/sign-in?callbackUrl=/account')
  const { db } = currentRuntime()
  const [teams, isAdmin] = await Promise.all([listTeamsOf(db, person.id), isInstallationAdmin(db, person.id)])
  return (
    <AccountFrame isAdmin={isAdmin} teams={teams.map(({ slug, name }) => ({ slug, name }))} end={<SignOut />}>
      {children}
    </AccountFrame>
  )
}
