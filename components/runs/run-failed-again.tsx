'use client'

import { Button } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { RefusalAlert, useHydrated } from '@/components/ui'
import { formatPlural } from '@/lib/kernel'
import { type Conditions, type StartBackgroundRun, useStartRun } from './use-start-run'

interface RunFailedAgainProps {
  readonly team: string
  readonly searchId: string
  readonly failed: readonly string[]
  /** The conditions under which they ran. */
  readonly conditions: Conditions
  readonly startBackgroundRun: StartBackgroundRun
}

/** Runs the subjects that failed again, and no other. */
export function RunFailedAgain({
  team,
  searchId,
  failed,
  conditions,
  startBackgroundRun,
}: RunFailedAgainProps) {
  const router = useRouter()
  const isHydrated = useHydrated()
  const open = (runId: string) => router.push(`/${team}/runs/${runId}`)
  const { startInBackground, isPending, refusal } = useStartRun(team, { startBackgroundRun }, open)
  return (
    <>
      <RefusalAlert refusal={refusal} />
      <Button
        variant="default"
        loading={isPending}
        disabled={!isHydrated}
        onClick={() => startInBackground(searchId, '', { ...conditions, subjects: [...failed] })}
      >
        Run {formatPlural(failed.length, 'failed subject')} again
      </Button>
    </>
  )
}
