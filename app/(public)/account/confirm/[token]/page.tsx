import { notFound } from 'next/navigation'
import { FrontPage } from '@/components/account'
import { ConfirmChannelAddress } from '@/components/alerts'
import { findChannelToConfirm } from '@/lib/alerts/alerts'
import { currentRuntime } from '@/lib/server/runtime'
import { confirmChannelAction } from './actions'

export const metadata = { title: 'Confirm an address' }

interface ConfirmPageProps {
  readonly params: Promise<{ token: string }>
}

/** Asks for the confirmation. Opening the link confirms nothing, since mail scanners open links too. */
export default async function ConfirmPage({ params }: ConfirmPageProps) {
  const { token } = await params
  const found = await findChannelToConfirm(currentRuntime().db, token)
  if (!found) notFound()
  return (
    <FrontPage
      title="Confirm this address"
      text={`The team “${found.teamName}” wants Purser to send its alerts to ${found.address}.`}
    >
      <ConfirmChannelAddress token={token} confirm={confirmChannelAction} />
    </FrontPage>
  )
}
