'use client'

import { Alert, Group } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { parseAsString, useQueryState } from 'nuqs'
import { useEffect, useRef } from 'react'
import type { StartBackgroundRun } from '@/components/runs'
import type { PageEstimate } from '@/components/searches'
import { ButtonLink, EmptyState, LoadedData, useEvery } from '@/components/ui'
import type { NewestRuns } from '@/lib/collect/runs'
import type { ByOperation } from '@/lib/kernel'
import { ColumnMenu } from './column-menu'
import { columnsOf } from './columns'
import classes from './deck.module.css'
import { DeckColumn, type DeckSearch } from './deck-column'
import { isUnderWay, streamedRuns } from './followed-runs'
import { RunNew } from './run-new'
import { useNewestRuns } from './use-newest-runs'

interface DeckProps {
  readonly team: string
  /** All searches that the member may see. */
  readonly searches: readonly DeckSearch[]
  /** Newest runs of those that the deck shows at first. */
  readonly runs: NewestRuns
  readonly estimates: ByOperation<PageEstimate>
  readonly now: Date
  readonly timeZone: string
  /** Null for viewers, who may only look. */
  readonly startBackgroundRun: StartBackgroundRun | null
}

const MINUTE_MS = 60_000

/** Shows several searches side by side. Each column fills while a run of its search is under way. */
export function Deck(props: DeckProps) {
  return (
    <LoadedData>
      <Columns {...props} />
    </LoadedData>
  )
}

function Columns(props: DeckProps) {
  const { team, searches, estimates, timeZone, startBackgroundRun } = props
  const [asked, setAsked] = useQueryState('searches', parseAsString)
  const columns = columnsOf(searches, asked)
  const ids = columns.map(({ id }) => id)
  const { runs, isLost, tell, start } = useNewestRuns(team, ids, props.runs)
  const now = useEvery(MINUTE_MS, true, props.now, () => new Date())
  const began = useRefreshAtEnd(runs)
  const streamed = streamedRuns(ids, runs)
  const begin = (searchId: string, runId: string) => {
    began(runId)
    start(searchId, runId)
  }
  return (
    <>
      <Group justify="flex-end" mb="sm">
        <ColumnMenu searches={searches} columns={columns} isChosen={asked !== null} onChange={setAsked} />
      </Group>
      {isLost && (
        <Alert color="orange" mb="sm" title="The deck could not be updated">
          It keeps trying. If you were signed out, sign in again.
        </Alert>
      )}
      {columns.length === 0 && (
        <EmptyState
          title="No columns yet"
          text="A deck shows your pinned searches: pin one by the pin before its name on the page Searches, or add any search under “Columns”."
          action={<ButtonLink href={`/${team}/searches`}>Go to the searches</ButtonLink>}
        />
      )}
      {columns.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        <section className={classes.deck} tabIndex={0} aria-label="Columns">
          {columns.map((search) => {
            const { id, name, operation } = search
            const run = runs[id] ?? null
            return (
              <DeckColumn
                key={id}
                team={team}
                search={search}
                run={run}
                now={now}
                timeZone={timeZone}
                isStreamed={run !== null && streamed.has(run.id)}
                onProgress={(progress) => tell(id, progress)}
              >
                {startBackgroundRun && (
                  <RunNew
                    team={team}
                    name={name}
                    startBackgroundRun={startBackgroundRun}
                    searchId={id}
                    estimate={estimates[operation]}
                    isUnderWay={isUnderWay(run)}
                    onStarted={(runId) => begin(id, runId)}
                  />
                )}
              </DeckColumn>
            )
          })}
        </section>
      )}
    </>
  )
}

/**
 * Refreshes the balance at the top once a run that was started here has ended. Returns a function that registers such
 * a run.
 */
function useRefreshAtEnd(runs: NewestRuns): (runId: string) => void {
  const router = useRouter()
  const started = useRef(new Set<string>())
  useEffect(() => {
    for (const run of Object.values(runs)) {
      if (run && run.endReason !== null && started.current.delete(run.id)) router.refresh()
    }
  }, [runs, router])
  return (runId) => started.current.add(runId)
}
