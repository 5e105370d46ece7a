'use client'

import { useRouter } from 'next/navigation'
import type { PageEstimate } from '@/components/searches/price-range'
import { describeBatchLimit, describeExtraCosts } from '@/components/searches/run-forecast'
import { ConfirmButton, RefusalAlert, useHydrated } from '@/components/ui'
import { formatPlural } from '@/lib/kernel'
import { type Conditions, type StartBackgroundRun, useStartRun } from './use-start-run'

interface RunFailedAgainProps {
  readonly team: string
  readonly searchId: string
  /** The failed runs whose subjects may succeed now. */
  readonly failed: readonly string[]
  /** Number of those that failed since there is no such user. */
  readonly unknownUsers: number
  /** The conditions under which they ran. */
  readonly conditions: Conditions
  readonly estimate: PageEstimate
  readonly startBackgroundRun: StartBackgroundRun
}

/** Runs the subjects that failed again, and no other, after it has said what that may cost. */
export function RunFailedAgain(props: RunFailedAgainProps) {
  const { team, searchId, failed, unknownUsers, conditions, estimate } = props
  const router = useRouter()
  const isHydrated = useHydrated()
  const open = (runId: string) => {
    router.push(`/${team}/runs/${runId}`)
    // It may be this page, on which they continue.
    router.refresh()
  }
  const { startBackgroundRun } = props
  const { startInBackground, refusal } = useStartRun(team, { startBackgroundRun }, open)
  const subjects = formatPlural(failed.length, 'failed subject')
  const users = formatPlural(unknownUsers, 'user')
  const text = [
    describeBatchLimit(estimate, conditions, failed.length),
    describeExtraCosts(estimate, failed.length > 1),
    'Those whose place is still kept continue after their last page; others begin at the first.',
    unknownUsers > 0 && `${users} that the API does not know ${unknownUsers === 1 ? 'is' : 'are'} left out.`,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <>
      <RefusalAlert refusal={refusal} />
      <ConfirmButton
        label={`Run ${subjects} again`}
        size="sm"
        disabled={!isHydrated}
        title={`Run ${subjects} again?`}
        text={text}
        confirmLabel="Run again"
        isHarmless
        onConfirm={async () => {
          await startInBackground(searchId, '', { ...conditions, failed: [...failed] })
          // The page says why not.
          return { refusal: null }
        }}
      />
    </>
  )
}
