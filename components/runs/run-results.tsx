'use client'

import { Stack } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useRouter, useSearchParams } from 'next/navigation'
import { type ReactNode, type Ref, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type ItemList, RunItems } from '@/components/items/run-items'
import type { MarkItem } from '@/components/items/use-marks'
import type { PageEstimate } from '@/components/searches/price-range'
import { Dimmed, LinkTabs } from '@/components/ui'
import type { ItemView } from '@/lib/collect/items'
import type { DeletedItems } from '@/lib/collect/retention'
import type { EndReason, ItemWindow, RunTotals, RunView } from '@/lib/collect/runs'
import { localiseStoredText, type UsedByRun } from '@/lib/kernel'
import type { StoppingBudget } from '@/lib/money/budgets'
import { describeExceededCap, describePage } from './labels'
import type { ContinueRun, MoveToBackground, NewCaps } from './opened-rest'
import { ContinueRunButton, howRunContinues, NextPageButton, RunEnd } from './run-end'
import type { CheckKey } from './run-problem'
import type { CancelRun } from './run-progress'
import classes from './runs.module.css'
import { TotalsBar } from './totals-bar'
import { type FetchNextPage, useNextPage } from './use-next-page'
import { useRunProgress } from './use-run-progress'

// Loaded on demand, because most runs do not show them.
export const CallTable = dynamic(() => import('./call-table').then((loaded) => loaded.CallTable))
const BudgetHelp = dynamic(() => import('./run-problem').then((loaded) => loaded.BudgetHelp))
const NoItems = dynamic(() => import('./run-problem').then((loaded) => loaded.NoItems))
const DeletedNote = dynamic(() =>
  import('@/components/items/deleted-items').then((loaded) => loaded.DeletedItemsNote),
)
const RefusalAlert = dynamic(() =>
  import('@/components/ui/refusal-alert').then((loaded) => loaded.RefusalAlert),
)
const RunProblem = dynamic(() => import('./run-problem').then((loaded) => loaded.RunProblem))
const RunProgressBar = dynamic(() => import('./run-progress').then((loaded) => loaded.RunProgressBar))
const UnreadItems = dynamic(() => import('./unread-items').then((loaded) => loaded.UnreadItems))

interface RunResultsProps {
  readonly team: string
  readonly run: RunView
  /** The wallet that paid; null if it is not known. */
  readonly walletId: string | null
  /**
   * The first of its items in order of arrival, as JSON: React sends a text as it is, but each field of an object
   * separately.
   */
  readonly first: string
  /** Deleted items of the run; null if none were. */
  readonly deleted: DeletedItems | null
  /** Estimate of what one more page may return and cost; null if none can follow. */
  readonly price: string | null
  /** False for viewers. */
  readonly mayRun: boolean
  readonly fetchNextPage: FetchNextPage
  /** Estimate of what one more page may bring and cost; null if none can follow. */
  readonly estimate: PageEstimate | null
  /** Budgets that can stop it. */
  readonly budgets: readonly StoppingBudget[]
  /** Used by each subject with which a batch continues; null for a run that buys. */
  readonly continuing: readonly UsedByRun[] | null
  readonly moveToBackground: MoveToBackground
  readonly cancelRun: CancelRun
  /** Continues a run that ended before the end of its list. */
  readonly goOn: ContinueRun
  /** Address at which to test the provider; null for people without permission. */
  readonly provider: string | null
  /** Null for people who may not check keys. */
  readonly checkKey: CheckKey | null
  readonly markItem: MarkItem
  /** Content of the tab of its calls; null for that of its items. */
  readonly calls: ReactNode
  /** The table of a batch's subjects, in place of the tabs; null for a run that buys. */
  readonly subjects: ReactNode
}

/** Shows what a run has bought, and how it continues: page by page, or by itself in the background. */
export function RunResults(props: RunResultsProps) {
  const { team, run, deleted, price, mayRun, calls, subjects } = props
  const list = useRef<ItemList>(null)
  const onItems = (items: readonly ItemView[]) => {
    list.current?.put(items)
    // Someone who has moved the focus elsewhere meanwhile stays there.
    if (items.length > 0 && isFocusAt(button.current)) list.current?.showNext()
  }
  const here = useRunHere(props, onItems)
  const { way, totals, endReason, watched, page } = here
  const router = useRouter()
  const had = totals.items + totals.reusedItems
  const [isCancelling, setCancelling] = useState(false)
  const { button, instead } = useKeptFocus(page.isPending || (isCancelling && endReason === null))
  // Reserves space for the button: only the browser's store tells whether this browser can continue.
  const mayGoOn = mayRun && endReason === null && !run.isInBackground
  const again =
    mayRun && run.searchId !== null
      ? `/${team}/searches/${run.searchId}${run.isInBackground ? '?mode=background' : ''}#run`
      : null
  const { estimate, budgets, continuing } = props
  const rest = estimate && {
    ...{ team, keyId: run.keyId, caps: run, estimate, budgets, hasLost: totals.unknownCalls > 0 },
    ...{ had: continuing ?? [totals], isBatch: continuing !== null },
  }
  const { continuation } = page
  const nextPage = (way === 'next' || mayGoOn) && {
    ...page,
    price,
    pressed: button,
    rest:
      continuation && rest
        ? {
            ...rest,
            title: 'Buy the rest in the background',
            position: 'bottom-end' as const,
            send: (caps: NewCaps) => props.moveToBackground({ team, continuation, ...caps }),
            onLeft: page.leave,
            onConflict: page.leave,
          }
        : null,
    isAgain: page.problem !== null,
    isThere: way === 'next',
  }
  return (
    <Stack>
      <TotalsBar
        team={team}
        run={run}
        walletId={props.walletId}
        totals={totals}
        endReason={endReason}
        reusedSince={(watched ?? run).reusedSince}
        news={page.came && describePage(page.came)}
      >
        {nextPage && <NextPageButton {...nextPage} />}
      </TotalsBar>
      {way === 'background' && watched && (
        <RunProgressBar
          team={team}
          run={run}
          watched={watched}
          cancelRun={run.may.cancel ? props.cancelRun : null}
          onCancel={setCancelling}
        />
      )}
      {page.refusal && <RefusalAlert refusal={page.refusal} />}
      {page.problem && endReason === null && <RunProblem {...props} problem={page.problem} again={again} />}
      {endReason === 'unread_items' && <UnreadItems provider={props.provider} />}
      <div className={mayGoOn ? classes.wayOn : undefined}>
        {way === 'next' && price && <Dimmed>{price}</Dimmed>}
        {(way === 'end' || way === 'unread') && (
          <RunEnd
            ref={instead}
            endReason={endReason}
            totals={totals}
            run={run}
            note={[run.subjects === null && describeExceededCap(run, totals), noteOf(watched ?? run)]
              .filter(Boolean)
              .join(' ')}
            again={endReason === 'budget_refused' && had === 0 ? null : again}
          />
        )}
      </div>
      {way === 'end' && mayRun && run.may.goOn && rest && rest.had.length > 0 && (
        <ContinueRunButton
          {...rest}
          caps={{ capItems: null, capNano: null }}
          title="Continue in the background"
          position="bottom-start"
          send={(caps) => props.goOn({ team, runId: run.id, ...caps })}
          onLeft={() => router.refresh()}
        />
      )}
      {way === 'end' && endReason === 'budget_refused' && (subjects ?? calls) !== null && (
        <BudgetHelp team={team} kind={endReason} />
      )}
      {deleted && <DeletedNote deleted={deleted} />}
      {subjects === null && (
        <div className={calls === null ? classes.tabs : undefined}>
          <RunTabs isCalls={calls !== null} />
        </div>
      )}
      {subjects ?? calls ?? (
        <ItemsOfRun
          {...props}
          ref={list}
          totals={totals}
          endReason={endReason}
          again={again}
          below={nextPage && had > 0 && <NextPageButton {...nextPage} isBelow />}
        />
      )}
    </Stack>
  )
}

/** Leads to what the run brought, and to its calls. The view of the items stays in the address. */
function RunTabs({ isCalls }: { readonly isCalls: boolean }) {
  const params = useSearchParams()
  const hrefOf = (tab: string | null) => {
    const there = new URLSearchParams(params)
    if (tab === null) there.delete('tab')
    else there.set('tab', tab)
    return `?${there}`
  }
  return (
    <LinkTabs
      label="Parts of the run"
      scroll={false}
      tabs={[
        { label: 'Items', href: hrefOf(null), isCurrent: !isCalls },
        { label: 'Pages and costs', href: hrefOf('calls'), isCurrent: isCalls },
      ]}
    />
  )
}

/** Returns the state of the run: as the server reports while it is in the background, else as this tab has bought. */
function useRunHere(
  { team, run, mayRun, fetchNextPage }: RunResultsProps,
  onItems: (items: readonly ItemView[]) => void,
) {
  const watched = useRunProgress(team, run)
  const start = { team, runId: run.id, totals: run, endReason: run.endReason, onItems }
  const page = useNextPage(start, fetchNextPage)
  const { totals, endReason } = watched ?? page
  const way = howRunContinues({ run, mayRun, endReason, continuation: page.continuation })
  return { way, totals, endReason, watched, page }
}

interface ItemsOfRunProps extends RunResultsProps {
  readonly ref: Ref<ItemList>
  readonly totals: RunTotals
  readonly endReason: EndReason | null
  readonly again: string | null
  readonly below: ReactNode
}

/** Lists the run's items, or says that none came; nothing if all of them were deleted. */
function ItemsOfRun({ ref, totals, endReason, again, deleted, ...props }: ItemsOfRunProps) {
  const { team, run, markItem } = props
  const first = useMemo((): ItemWindow => JSON.parse(props.first), [props.first])
  const count = totals.items + totals.reusedItems - (deleted?.items ?? 0)
  if (deleted && count <= 0) return null
  if (endReason !== null && count <= 0) return <NoItems team={team} endReason={endReason} again={again} />
  return (
    // When items are deleted, the browser drops its copy of them.
    <RunItems
      key={deleted?.items ?? 0}
      ref={ref}
      team={team}
      run={run}
      first={first}
      count={count}
      markItem={markItem}
      mayMark={props.mayRun}
      hasGaps={deleted !== null}
      below={props.below}
    />
  )
}

/** Returns whether the focus is at an element, or nowhere, as when that element lost it. */
const isFocusAt = (element: Element | null): boolean =>
  document.activeElement === element || document.activeElement === document.body

const noteOf = ({ endNote, cancelledByName }: Pick<RunView, 'endNote' | 'cancelledByName'>): string | null =>
  endNote !== null ? localiseStoredText(endNote) : cancelledByName === null ? null : `By ${cancelledByName}.`

/**
 * Returns the focus that a button lost while it was pending: to the button, or to what replaced it. If the person has
 * moved the focus elsewhere, it stays there.
 */
function useKeptFocus(isPending: boolean): {
  readonly button: RefObject<HTMLButtonElement | null>
  readonly instead: RefObject<HTMLParagraphElement | null>
} {
  const button = useRef<HTMLButtonElement>(null)
  const instead = useRef<HTMLParagraphElement>(null)
  const wasPending = useRef(false)
  useEffect(() => {
    const isDone = wasPending.current && !isPending
    wasPending.current = isPending
    if (!isDone || (document.activeElement !== null && document.activeElement !== document.body)) return
    // The one that was pressed may have been removed since, or cannot be pressed again.
    const isThere = button.current?.isConnected && !button.current.disabled
    const target = isThere ? button.current : instead.current
    target?.focus({ preventScroll: true })
  }, [isPending])
  return { button, instead }
}
