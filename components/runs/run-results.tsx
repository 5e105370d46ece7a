'use client'

import { Button, Stack, Text } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { type Action, RefusalAlert } from '@/components/forms'
import { DeletedNote } from '@/components/items/deleted-items'
import { type RawItemInput, RunItems } from '@/components/items/run-items'
import { useKeptFocus } from '@/components/items/use-kept-focus'
import type { MarkItem } from '@/components/items/use-marks'
import type { ShownItems } from '@/components/items/use-run-items'
import type { ItemView } from '@/lib/collect/items'
import type { DeletedItems } from '@/lib/collect/retention'
import type { ItemWindow, RawView, RunView } from '@/lib/collect/runs'
import { BudgetHelp } from './budget-help'
import { type CheckKey, KeyHelp } from './key-help'
import { ProblemAlert } from './problem-alert'
import { RunEnd } from './run-end'
import { type CancelRun, RunProgressBar } from './run-progress'
import { TotalsBar } from './totals-bar'
import { type FetchNextPage, useNextPage } from './use-next-page'
import { useRunProgress } from './use-run-progress'

interface RunResultsProps {
  readonly team: string
  readonly run: RunView
  /** The first of its items as they came, as JSON: React takes a text as it is, but each field of an object by itself. */
  readonly first: string
  /** What of its items was deleted; null where nothing was. */
  readonly deleted: DeletedItems | null
  readonly timeZone: string
  /** What one more page may bring and cost; null where none can follow. */
  readonly price: string | null
  /** Viewers look only. */
  readonly mayRun: boolean
  readonly fetchNextPage: FetchNextPage
  readonly cancelRun: CancelRun
  /** Where to test the contract; null for people who may not. */
  readonly contract: string | null
  /** Null for people who may not check keys. */
  readonly checkKey: CheckKey | null
  readonly readRaw: Action<RawItemInput, RawView>
  readonly markItem: MarkItem
}

/** What a run has bought, and how it goes on: page by page, or by itself in the background. */
export function RunResults(props: RunResultsProps) {
  const { team, run, deleted, timeZone, price, mayRun, fetchNextPage } = props
  const first = useMemo((): ItemWindow => JSON.parse(props.first), [props.first])
  const list = useRef<Pick<ShownItems, 'put'>>(null)
  const watched = useRunProgress(team, run)
  const onItems = (items: readonly ItemView[]) => list.current?.put(items)
  const start = { team, runId: run.id, totals: run, endReason: run.endReason, onItems }
  const page = useNextPage(start, fetchNextPage)
  const { problem, refusal, continuation, isPending, next } = page
  const { totals, endReason } = watched ?? page
  const { button, instead } = useKeptFocus(isPending)
  const canGoOn = mayRun && !run.isInBackground && Boolean(continuation) && endReason === null
  const again = mayRun && run.searchId !== null ? `/${team}/searches/${run.searchId}` : null
  const count = totals.items + totals.reusedItems - (deleted?.items ?? 0)
  const isUnderWay = watched !== null && endReason === null
  return (
    <Stack>
      <TotalsBar {...{ run, totals, endReason, timeZone }} reusedSince={(watched ?? run).reusedSince}>
        {canGoOn && (
          <Button
            ref={button}
            onClick={next}
            loading={isPending}
            {...(price && { title: `Price: ${price}` })}
          >
            {problem ? 'Try again' : 'Next page'}
          </Button>
        )}
      </TotalsBar>
      {canGoOn && price && (
        <Text size="sm" c="dimmed">
          Price: {price}
        </Text>
      )}
      {isUnderWay && (
        <RunProgressBar {...{ team, run, watched, timeZone }} cancelRun={mayRun ? props.cancelRun : null} />
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
      {!canGoOn && !isUnderWay && (endReason !== null || continuation === null) && (
        <RunEnd ref={instead} endReason={endReason} note={noteOf(watched ?? run)} again={again} />
      )}
      {deleted && <DeletedNote deleted={deleted} timeZone={timeZone} />}
      {(count > 0 || !deleted) && (
        // When items go, what the browser has of them goes with them.
        <RunItems
          key={deleted?.items ?? 0}
          ref={list}
          {...{ team, run, first, count, timeZone, readRaw: props.readRaw, markItem: props.markItem }}
          mayMark={mayRun}
          hasGaps={deleted !== null}
        />
      )}
    </Stack>
  )
}

const noteOf = ({ endNote, cancelledByName }: Pick<RunView, 'endNote' | 'cancelledByName'>): string | null =>
  endNote ?? (cancelledByName === null ? null : `By ${cancelledByName}.`)
