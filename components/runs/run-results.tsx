'use client'

import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { RefusalAlert } from '@/components/forms'
import { LinkTo } from '@/components/ui'
import type { ItemView, RunView } from '@/lib/runs'
import { ItemCards, ItemTable } from './items'
import { ProblemAlert } from './problem-alert'
import { TotalsBar } from './totals-bar'
import { type FetchNextPage, useNextPage } from './use-next-page'
import { END_REASONS } from './words'

interface RunResultsProps {
  readonly team: string
  readonly run: RunView
  readonly items: readonly ItemView[]
  readonly timeZone: string
  /** What one more page may bring and cost. */
  readonly price: string
  readonly fetchNextPage: FetchNextPage
}

/** The items a run has bought, and the button that buys the next page. */
export function RunResults({ team, run, items: stored, timeZone, price, fetchNextPage }: RunResultsProps) {
  const [view, setView] = useState('cards')
  const start = { team, runId: run.id, items: stored, totals: run, endReason: run.endReason }
  const page = useNextPage(start, fetchNextPage)
  const { items, totals, endReason, problem, refusal, continuation, isPending, next } = page
  const List = view === 'table' ? ItemTable : ItemCards
  return (
    <Stack>
      <TotalsBar totals={totals}>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label="How to show the items"
            value={view}
            onChange={setView}
            data={[
              { value: 'cards', label: 'Cards' },
              { value: 'table', label: 'Table' },
            ]}
          />
          {continuation && (
            <Button onClick={next} loading={isPending} title={`Price: ${price}`}>
              {problem ? 'Try again' : 'Next page'}
            </Button>
          )}
        </Group>
      </TotalsBar>
      {continuation && (
        <Text size="sm" c="dimmed">
          Price: {price}
        </Text>
      )}
      <RefusalAlert refusal={refusal} />
      {problem && <ProblemAlert problem={problem} />}
      {endReason && <Text role="status">{END_REASONS[endReason]}</Text>}
      {continuation === null && !endReason && (
        <Text size="sm">
          This run cannot be continued here: its place is kept for 15 minutes, in the tab that ran it. What
          was bought is kept.{' '}
          {run.searchId && (
            <LinkTo href={`/${team}/searches/${run.searchId}`} size="sm">
              Run the search again
            </LinkTo>
          )}
        </Text>
      )}
      {items.length > 0 && <List items={items} timeZone={timeZone} />}
    </Stack>
  )
}
