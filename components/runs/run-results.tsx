'use client'

import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useCallback, useState } from 'react'
import { type Action, RefusalAlert } from '@/components/forms'
import type { ItemView, RawView, RunView } from '@/lib/runs'
import { BudgetHelp } from './budget-help'
import { ItemCards } from './item-cards'
import { ItemTable } from './item-table'
import { type CheckKey, KeyHelp } from './key-help'
import { ProblemAlert } from './problem-alert'
import { RawDrawer } from './raw-drawer'
import { RunEnd } from './run-end'
import { TotalsBar } from './totals-bar'
import { useKeptFocus } from './use-kept-focus'
import { type FetchNextPage, useNextPage } from './use-next-page'

const VIEWS = ['cards', 'table'] as const
const viewInUrl = parseAsStringLiteral(VIEWS).withDefault('cards')
const VIEW_CHOICES = [
  { value: 'cards', label: 'Cards' },
  { value: 'table', label: 'Table' },
]

interface RawItemInput {
  team: string
  runId: string
  place: number
}

interface RunResultsProps {
  readonly team: string
  readonly run: RunView
  readonly items: readonly ItemView[]
  readonly timeZone: string
  /** What one more page may bring and cost. */
  readonly price: string
  /** Viewers look only. */
  readonly mayRun: boolean
  readonly fetchNextPage: FetchNextPage
  /** Where the contract can be tested; null for people who may not. */
  readonly contract: string | null
  /** Null for people who may not check keys. */
  readonly checkKey: CheckKey | null
  readonly readRaw: Action<RawItemInput, RawView>
}

/** The items a run has bought, and the button that buys the next page. */
export function RunResults(props: RunResultsProps) {
  const { team, run, items: stored, timeZone, price, mayRun, fetchNextPage } = props
  const [view, setView] = useQueryState('view', viewInUrl)
  const start = { team, runId: run.id, items: stored, totals: run, endReason: run.endReason }
  const page = useNextPage(start, fetchNextPage)
  const { items, totals, endReason, problem, refusal, continuation, isPending, next } = page
  const { button, instead } = useKeptFocus(isPending)
  const [raw, setRaw] = useState<RawItemInput | null>(null)
  const showRaw = useCallback((place: number) => setRaw({ team, runId: run.id, place }), [team, run.id])
  const canGoOn = mayRun && Boolean(continuation) && endReason === null
  const again = mayRun && run.searchId !== null ? `/${team}/searches/${run.searchId}` : null
  const List = view === 'table' ? ItemTable : ItemCards
  return (
    <Stack>
      <TotalsBar run={run} totals={totals} endReason={endReason}>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label="How to show the items"
            value={view}
            onChange={(value) => setView(value === 'table' ? 'table' : 'cards')}
            data={VIEW_CHOICES}
          />
          {canGoOn && (
            <Button ref={button} onClick={next} loading={isPending} title={`Price: ${price}`}>
              {problem ? 'Try again' : 'Next page'}
            </Button>
          )}
        </Group>
      </TotalsBar>
      {canGoOn && (
        <Text size="sm" c="dimmed">
          Price: {price}
        </Text>
      )}
      <RefusalAlert refusal={refusal} />
      {problem && endReason === null && (
        <ProblemAlert problem={problem} contract={props.contract}>
          <KeyHelp
            team={team}
            keyId={run.keyId}
            kind={problem.kind}
            checkKey={props.checkKey}
            again={again}
          />
          <BudgetHelp team={team} kind={problem.kind} />
        </ProblemAlert>
      )}
      {/* Until the browser's store was read it is not known whether this tab can go on. */}
      {!canGoOn && (endReason !== null || continuation === null) && (
        <RunEnd ref={instead} endReason={endReason} again={again} />
      )}
      {items.length > 0 && <List items={items} timeZone={timeZone} onRaw={showRaw} />}
      <RawDrawer input={raw} title="The item, as it came" read={props.readRaw} onClose={() => setRaw(null)} />
    </Stack>
  )
}
