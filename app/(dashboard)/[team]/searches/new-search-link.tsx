import { ButtonLink } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'

/** Leads to a new search; viewers get none. */
export const newSearchLink = ({ actor, team }: TeamCtx) =>
  hasRole(actor.role, 'member') ? (
    <ButtonLink href={`/${team.slug}/searches/new`}>New search</ButtonLink>
  ) : null
