import { EmptyState, PageHeader } from '@/components/ui'

export const metadata = { title: 'Not found' }

/** Says, within the account frame, that a page does not exist or is not for this person, and who may see it. */
export default function AccountNotFound() {
  return (
    <>
      <PageHeader title="Not found" />
      <EmptyState
        title="This page is for installation admins or does not exist"
        text="“People” and the audit log of accounts are for installation admins. The first account is one, and any of them can make you one."
      />
    </>
  )
}
