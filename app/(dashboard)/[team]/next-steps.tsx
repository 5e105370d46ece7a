import { Stack } from '@mantine/core'
import { cache } from 'react'
import { isTeamCreator } from '@/app/_server'
import { loadExampleAction } from '@/app/(public)/setup/actions'
import { LoadExample } from '@/components/example'
import { NextSteps } from '@/components/next-steps'
import { ButtonLink } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { listNextSteps } from '@/lib/server/next-steps'
import { currentRuntime } from '@/lib/server/runtime'
import { hasExample } from '@/lib/teams/teams'
import { hideStepsAction } from './settings/actions'

/** Reads the steps once per request: the overview asks for them twice. */
const stepsOf = cache(listNextSteps)

interface TeamNextStepsProps {
  readonly ctx: TeamCtx
  /** If true, shows the steps only once the first is done; if false, only while none is. */
  readonly isBegun?: boolean
}

/** Shows a new team's next steps to admins; nothing if none remain. */
export async function TeamNextSteps({ ctx, isBegun }: TeamNextStepsProps) {
  const steps = await stepsOf(ctx, currentRuntime().canMail)
  if (!steps) return null
  const hasBegun = steps.some(({ isDone }) => isDone)
  if (isBegun !== undefined && isBegun !== hasBegun) return null
  // Without a key, the page's empty cards offer the example.
  const isOffered = (await listKeys(ctx)).length > 0
  return (
    <NextSteps team={ctx.team.slug} steps={steps} hide={hideStepsAction}>
      {isOffered && <ExampleOffer userId={ctx.actor.userId} />}
    </NextSteps>
  )
}

/** Offers the first step towards figures: a key, which an admin adds, and then a search, which viewers cannot run. */
export async function FirstStep({ ctx }: { readonly ctx: TeamCtx }) {
  const { team, actor } = ctx
  const keys = await listKeys(ctx)
  if (keys.length === 0) {
    if (!hasRole(actor.role, 'admin')) return null
    return (
      <Stack align="center">
        <ButtonLink href={`/${team.slug}/keys`}>Add key</ButtonLink>
        <ExampleOffer userId={actor.userId} />
      </Stack>
    )
  }
  if (!hasRole(actor.role, 'member')) return null
  return <ButtonLink href={`/${team.slug}/searches`}>Run a search</ButtonLink>
}

/** Offers the example to people who may create a team and have no example yet. */
export async function ExampleOffer({ userId }: { readonly userId: string }) {
  const { db } = currentRuntime()
  const [isMaker, isIn] = await Promise.all([isTeamCreator(userId), hasExample(db, userId)])
  return isMaker && !isIn ? <LoadExample load={loadExampleAction} /> : null
}
