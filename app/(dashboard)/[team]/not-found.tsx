import { EmptyState, PageHeader } from '@/components/ui'

/** What is not there, or not any more, inside the frame of the team: its navigation is the way on. */
export default function TeamNotFound() {
  return (
    <>
      <PageHeader title="Not found" />
      <EmptyState
        title="There is nothing at this address"
        text="It was deleted, or it is not yours to see. The navigation and “Find…” lead to all that is there."
      />
    </>
  )
}
