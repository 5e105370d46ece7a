import { ButtonLink } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'

/** Renders the link to a new search; null for viewers. */
export const newSearchLink = ({ actor, team }: TeamCtx) =>
  hasRole(actor.role, 'member') ? (
    <ButtonLink href={`/${team.slug}/searches/new`}>New search</ButtonLink>
  ) : null
