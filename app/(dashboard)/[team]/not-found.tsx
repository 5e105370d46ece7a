import { EmptyState, PageHeader } from '@/components/ui'

export const metadata = { title: 'Not found' }

/** What is not there, or not any more, inside the frame of the team: its navigation is the way on. */
export default function TeamNotFound() {
  return (
    <>
      <PageHeader title="Not found" />
      <EmptyState
        title="There is nothing at this address"
        text="It was deleted, it is not yours to see, or the address is mistyped. The navigation and “Find…” lead to all that is there."
      />
    </>
  )
}
