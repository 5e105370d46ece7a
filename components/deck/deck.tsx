'use client'

import { Alert, Button, Group, Text } from '@mantine/core'
import { IconLayoutColumns } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { parseAsString, useQueryState } from 'nuqs'
import { useEffect, useId, useRef } from 'react'
import { RefusalAlert } from '@/components/forms'
import { type StartBackgroundRun, useStartRun } from '@/components/runs'
import { describeMost, type PageEstimate } from '@/components/searches'
import { ButtonLink, EmptyState, LoadedData, OnDemand, useEvery } from '@/components/ui'
import type { NewestRuns } from '@/lib/collect/runs'
import type { ByOperation } from '@/lib/kernel'
import { columnsOf } from './columns'
import classes from './deck.module.css'
import { DeckColumn, type DeckSearch } from './deck-column'
import { isUnderWay, streamedRuns, useNewestRuns } from './followed-runs'

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
function RunNew(props: RunNewProps) {
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

const load = () => import('./column-list').then(({ ColumnList }) => ColumnList)

interface ColumnMenuProps {
  readonly searches: readonly DeckSearch[]
  readonly columns: readonly DeckSearch[]
  /** True if the URL names the columns. */
  readonly isChosen: boolean
  /** Null for the pinned searches. */
  onChange(searches: string | null): void
}

/** Opens the choice of which searches a deck shows, and their order. The page's URL holds them. */
function ColumnMenu({ searches, columns, isChosen, onChange }: ColumnMenuProps) {
  return (
    <OnDemand
      popup="dialog"
      load={load}
      content={{ searches, columns, isChosen, onChange }}
      button={
        <Button size="xs" variant="default" leftSection={<IconLayoutColumns size={14} aria-hidden />}>
          Columns
        </Button>
      }
    />
  )
}
