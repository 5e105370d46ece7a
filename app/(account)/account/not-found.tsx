import { EmptyState, PageHeader } from '@/components/ui'

export const metadata = { title: 'Not found' }

/** What is not there, or not for this person, inside the frame of the account: it says who may see the rest. */
export default function AccountNotFound() {
  return (
    <>
      <PageHeader title="Not found" />
      <EmptyState
        title="There is nothing here for you"
        text="People and the audit log of accounts are for installation admins: the first account is one. An installation admin can make you one, too."
      />
    </>
  )
}
