'use client'

import { Button, Text } from '@mantine/core'
import { useId } from 'react'
import { RefusalAlert } from '@/components/forms'
import { type StartBackgroundRun, useStartRun } from '@/components/runs'
import { describeMost, type PageEstimate } from '@/components/searches'

interface RunNewProps {
  readonly team: string
  readonly searchId: string
  readonly name: string
  readonly estimate: PageEstimate
  /** True if one of its runs is already under way, since another would buy the same twice. */
  readonly isUnderWay: boolean
  readonly startBackgroundRun: StartBackgroundRun
  onStarted(runId: string): void
}

/** A column buys a few pages of new items; for more, the search is run on its own page. */
const MAX_ITEMS = 200
const CONDITIONS = { capItems: MAX_ITEMS, untilKnown: true, untilAt: null, capCredits: null }

/** Runs a search in the background until nothing more is new, and states the maximum cost. */
export function RunNew(props: RunNewProps) {
  const { team, searchId, name, estimate, isUnderWay, startBackgroundRun, onStarted } = props
  const { startInBackground, isPending, refusal } = useStartRun(team, { startBackgroundRun }, onStarted)
  const price = useId()
  return (
    <div>
      <Button
        size="xs"
        variant="default"
        aria-label={`Run for new items: ${name}`}
        aria-describedby={price}
        loading={isPending}
        disabled={isUnderWay}
        onClick={() => startInBackground(searchId, '', CONDITIONS)}
      >
        Run for new items
      </Button>
      <Text size="xs" c="dimmed" mt={4} id={price}>
        Buys {describeMost(estimate, MAX_ITEMS)}
        {estimate.tariff === null && ', at a price that is not known yet'}
      </Text>
      <RefusalAlert refusal={refusal} />
    </div>
  )
}
