import { ButtonLink, EmptyState } from '@/components/ui'

/** Replaces a page of runs whose cursor names a run that was deleted, or that the reader may not see. */
export const RunsGone = ({ newest }: { readonly newest: string }) => (
  <EmptyState
    title="This place in the list is gone"
    text="The run that this page began after was deleted, or you may not see it."
    action={<ButtonLink href={newest}>Show the newest runs</ButtonLink>}
  />
)
