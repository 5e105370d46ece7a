import { keyFigures } from '@/app/_server'
import { KeyActivity } from '@/components/keys'
import { ButtonLink } from '@/components/ui'
import type { KeyView } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'

/** Shows the key's requests as this Purser's pacer sends them. Watching sends none. */
export async function ActivityCard({ ctx, shown }: { readonly ctx: TeamCtx; readonly shown: KeyView }) {
  const { engine } = currentRuntime()
  const { slug, timeZone } = ctx.team
  return (
    <KeyActivity
      team={slug}
      keyId={shown.id}
      packRate={shown.requestsPerSecond}
      figures={await keyFigures(ctx, shown.id)}
      timeZone={timeZone}
      isOneOfSeveral={engine === 'postgres'}
      firstStep={
        <ButtonLink href={`/${slug}/searches`} size="xs" variant="default">
          Go to the searches
        </ButtonLink>
      }
    />
  )
}
