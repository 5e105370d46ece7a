import { notFound } from 'next/navigation'
import { FrontPage } from '@/components/account'
import { currentRuntime } from '@/lib/server/runtime'
import { findResetLink } from '@/lib/teams/accounts'
import { NewPassword } from './new-password'

export const metadata = { title: 'New password', referrer: 'no-referrer' as const }

interface ResetPageProps {
  readonly params: Promise<{ token: string }>
}

export default async function ResetPage({ params }: ResetPageProps) {
  const { token } = await params
  const { db, clock } = currentRuntime()
  const found = await findResetLink(db, clock, token)
  if (!found) notFound()
  return (
    <FrontPage title="Set a new password" text={`For ${found.name}, ${found.email}. All sessions end.`}>
      <NewPassword token={token} email={found.email} />
    </FrontPage>
  )
}
