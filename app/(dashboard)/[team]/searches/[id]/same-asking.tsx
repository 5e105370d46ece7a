import { Fragment } from 'react'
import { LinkTo, Note } from '@/components/ui'
import { listSameAsking, type SearchView } from '@/lib/collect/searches'
import type { TeamCtx } from '@/lib/platform/db'

interface SameAskingProps {
  readonly ctx: TeamCtx
  readonly search: SearchView
}

/**
 * Names the other searches that ask the same, since what such searches both buy is nowhere reported as bought again.
 */
export async function SameAsking({ ctx, search }: SameAskingProps) {
  const others = await listSameAsking(ctx, search)
  if (others.length === 0) return null
  return (
    <Note lead={others.length === 1 ? 'Another search asks the same:' : 'Other searches ask the same:'}>
      {others.map(({ id, name }, place) => (
        <Fragment key={id}>
          {place > 0 && ', '}
          <LinkTo href={`/${ctx.team.slug}/searches/${id}`} size="inherit">
            {name}
          </LinkTo>
        </Fragment>
      ))}
      . Each is run and paid for by itself.
    </Note>
  )
}
