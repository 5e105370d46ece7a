import { ButtonLink, EmptyState } from '@/components/ui'

/** A page of runs that began after one that is not there any more, or that the reader may not see. */
export const RunsGone = ({ newest }: { readonly newest: string }) => (
  <EmptyState
    title="This place in the list is gone"
    text="The run that this page began after was deleted, or you may not see it."
    action={<ButtonLink href={newest}>Show the newest runs</ButtonLink>}
  />
)
