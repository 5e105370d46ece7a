'use client'

import { Button, Group, Paper, Progress, Text } from '@mantine/core'
import { useState } from 'react'
import { type Action, useAction } from '@/components/forms'
import { Dimmed, RefusalAlert, usePolledValue } from '@/components/ui'
import type { RunView } from '@/lib/collect/runs'
import { formatCount, formatPlural } from '@/lib/kernel'
import { describePause, describeStopConditions, describeWait } from './progress-words'
import type { WatchedRun } from './use-run-progress'

export type CancelRun = Action<{ team: string; runId: string }>

interface RunProgressBarProps {
  readonly team: string
  readonly run: RunView
  readonly watched: WatchedRun
  /** Null for people who may not cancel it. */
  readonly cancelRun: CancelRun | null
  /** Called when cancelling is requested here, and when that was refused. */
  onCancel(isAsked: boolean): void
}

const SECOND_MS = 1000

/** Shows the progress of a background run, its remaining time, and the button that cancels it. */
export function RunProgressBar(props: RunProgressBarProps) {
  const { team, run, watched, cancelRun, onCancel } = props
  const now = usePolledValue<number | null>(SECOND_MS, true, null, Date.now)
  const { totals, key, status, waitingUntil } = watched
  const had = totals.items + totals.reusedItems
  const { subjects } = watched
  const ended = subjects && run.subjectCount - subjects.waiting - subjects.running
  const part =
    ended !== null ? ended / run.subjectCount : run.capItems === null ? null : Math.min(1, had / run.capItems)
  return (
    <Paper withBorder p="sm" role="region" aria-label="Progress">
      <Group justify="space-between" gap="sm">
        <div>
          <Text size="sm" fw={600}>
            {status === 'lost'
              ? 'Running; reconnecting'
              : waitingUntil
                ? describeWait(waitingUntil, now)
                : 'Running'}
          </Text>
          <Dimmed>
            {describeStopConditions(run)}
            {subjects && ' That is for each subject.'} You may close this page: the run continues while Purser
            is running.
          </Dimmed>
        </div>
        {cancelRun && <CancelButton team={team} runId={run.id} cancelRun={cancelRun} onCancel={onCancel} />}
      </Group>
      {part !== null && (
        <Progress
          value={part * 100}
          mt="xs"
          aria-label={
            ended === null
              ? `${formatCount(had)} of ${formatPlural(run.capItems ?? 0, 'item')}`
              : describeSubjects(ended, run.subjectCount)
          }
        />
      )}
      <Dimmed size="xs" mt={6}>
        {[
          ended !== null && describeSubjects(ended, run.subjectCount),
          key && `${formatPlural(key.sentLastSecond, 'request')} in the last second on this key`,
          key && key.queued > 0 && `${formatPlural(key.queued, 'call')} in its queue`,
          key && key.pausedForMs > 0 && !waitingUntil && describePause(key),
          now !== null && ended === null && timeLeft(run, had, now),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Dimmed>
    </Paper>
  )
}

const describeSubjects = (ended: number, all: number): string =>
  `${formatCount(ended)} of ${formatPlural(all, 'subject')} ended`

/** Estimates the time left by the run's own pace so far; null if its end is unknown. */
function timeLeft(run: RunView, had: number, now: number): string | null {
  const passedMs = now - run.startedAt.getTime()
  if (run.capItems === null || had === 0 || passedMs < 2 * SECOND_MS) return null
  const leftS = Math.ceil((passedMs * (run.capItems - had)) / had / SECOND_MS)
  if (leftS <= 0) return null
  return leftS < 90
    ? `${formatPlural(leftS, 'second')} left at most`
    : `${formatPlural(Math.ceil(leftS / 60), 'minute')} left at most`
}

interface CancelButtonProps {
  readonly team: string
  readonly runId: string
  readonly cancelRun: CancelRun
  onCancel(isAsked: boolean): void
}

function CancelButton({ team, runId, cancelRun, onCancel }: CancelButtonProps) {
  const { call, isPending, refusal } = useAction(cancelRun)
  const [isDone, setDone] = useState(false)
  const cancel = async () => {
    // The run may report its end before the answer comes.
    onCancel(true)
    const { ok } = await call({ team, runId })
    setDone(ok)
    if (!ok) onCancel(false)
  }
  return (
    <div>
      <Button variant="default" onClick={cancel} loading={isPending} disabled={isDone}>
        Cancel the run
      </Button>
      <RefusalAlert refusal={refusal} />
    </div>
  )
}
