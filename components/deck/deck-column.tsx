'use client'

import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { RunState } from '@/components/runs'
import { connectEvents, LinkTo, RelativeTime } from '@/components/ui'
import type { NewestRun, RunProgress } from '@/lib/collect/runs'
import type { SearchView } from '@/lib/collect/searches'
import { asReadHere, describeSearch, formatCount, plural } from '@/lib/kernel'
import classes from './deck.module.css'
import { DeckItems } from './deck-items'
import { isUnderWay } from './followed-runs'

export type DeckSearch = Pick<SearchView, 'id' | 'name' | 'operation' | 'subject' | 'product' | 'isPinned'>

interface DeckColumnProps {
  readonly team: string
  readonly search: DeckSearch
  /** Null if it has not been run. */
  readonly run: NewestRun | null
  /** True if the run is followed by its own stream. */
  readonly isStreamed: boolean
  readonly now: Date
  readonly timeZone: string
  /** Button that runs it; viewers have none. */
  readonly children: ReactNode
  onProgress(progress: RunProgress): void
}

/** Shows a search and the items of its newest run, newest on top. */
export function DeckColumn(props: DeckColumnProps) {
  const { team, search, run, isStreamed, now, timeZone, children, onProgress } = props
  const id = useId()
  useRunStream(team, isStreamed && run ? run.id : null, onProgress)
  const count = run ? run.items + run.reusedItems : 0
  return (
    <section className={classes.column} aria-labelledby={id}>
      <Title order={2} size="h5" id={id} className={classes.name ?? ''}>
        <LinkTo href={`/${team}/searches/${search.id}`} size="inherit">
          {search.name}
        </LinkTo>
      </Title>
      <Text size="xs" c="dimmed" dir="auto" lineClamp={1}>
        {describeSearch(search)}
      </Text>
      <Group gap="4px 8px" my={6} fz="sm">
        <span role="status">{run ? <RunState run={run} /> : 'Not run yet'}</span>
        {run && (
          <span>
            {describeItems(run)}
            {run.startedAt !== '' && (
              <>
                {' · '}
                <LinkTo
                  href={`/${team}/runs/${run.id}`}
                  size="sm"
                  aria-label={`Newest run of ${search.name}`}
                >
                  Newest run
                </LinkTo>{' '}
                <RelativeTime at={new Date(run.startedAt)} now={now} timeZone={timeZone} />
              </>
            )}
          </span>
        )}
      </Group>
      {children}
      {run && count > 0 && (
        <DeckItems
          // Another run is another list, seen from its top.
          key={run.id}
          team={team}
          count={count}
          timeZone={timeZone}
          runId={run.id}
          name={search.name}
          // Items that came in time order stay in place while more come below them.
          sort={search.product === 'Top' ? 'newest' : 'bought'}
        />
      )}
      {run && count === 0 && !isUnderWay(run) && (
        <Text size="sm" c="dimmed" mt="sm">
          {(run.endNote && asReadHere(run.endNote)) ?? 'This run has brought no items.'}
        </Text>
      )}
    </section>
  )
}

function describeItems({ items, reusedItems, newItems, isBaseline }: NewestRun): string {
  const all = plural(items + reusedItems, 'item')
  return isBaseline ? all : `${all}, ${formatCount(newItems)} new`
}

/** Listens to a run's stream until the run has ended. Does nothing without a run. */
function useRunStream(team: string, runId: string | null, onProgress: (progress: RunProgress) => void): void {
  const latest = useRef(onProgress)
  useEffect(() => {
    latest.current = onProgress
  })
  useEffect(() => {
    if (runId === null) return
    const disconnect = connectEvents<RunProgress>(`/api/events/runs/${runId}?team=${team}`, {
      onMessage(message) {
        if (message.state !== 'OPEN') disconnect()
        latest.current(message)
      },
      // If it is lost, or taken by another tab, the deck's own polling continues.
      onStatus: () => undefined,
    })
    return disconnect
  }, [team, runId])
}
