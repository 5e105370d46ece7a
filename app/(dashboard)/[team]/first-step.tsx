import { Stack } from '@mantine/core'
import { ButtonLink } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { OfferExample } from './offer-example'

/** Offers the first step towards figures: a key, which an admin adds, and then a search, which viewers cannot run. */
export async function FirstStep({ ctx }: { readonly ctx: TeamCtx }) {
  const { team, actor } = ctx
  const keys = await listKeys(ctx)
  if (keys.length === 0) {
    if (!hasRole(actor.role, 'admin')) return null
    return (
      <Stack align="center">
        <ButtonLink href={`/${team.slug}/keys`}>Add key</ButtonLink>
        <OfferExample userId={actor.userId} />
      </Stack>
    )
  }
  if (!hasRole(actor.role, 'member')) return null
  return <ButtonLink href={`/${team.slug}/searches`}>Run a search</ButtonLink>
}
