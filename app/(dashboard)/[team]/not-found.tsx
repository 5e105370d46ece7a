import { EmptyState, PageHeader } from '@/components/ui'

export const metadata = { title: 'Not found' }

/** Says, within the team's frame, that a page does not exist or no longer does. The navigation still works. */
export default function TeamNotFound() {
  return (
    <>
      <PageHeader title="Not found" />
      <EmptyState
        title="There is nothing at this address"
        text="It was deleted, you do not have access to it, or the address is mistyped. Use the navigation or “Find…” instead."
      />
    </>
  )
}
