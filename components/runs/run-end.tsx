import { Button, Text } from '@mantine/core'
import { useRouter } from 'next/navigation'
import type { Ref, RefObject } from 'react'
import { type Action, RefusalAlert, useAction } from '@/components/forms'
import { AppLink } from '@/components/ui'
import type { EndReason, RunTotals, RunView } from '@/lib/collect/runs'
import { describeEndReason } from './labels'
import classes from './runs.module.css'

/** Also true before the browser's storage is read, so it is there from the first paint on. */
const NOT_HERE =
  'More pages of this run can be bought only in the browser that started it, within 15 minutes of its last page. What was bought is kept. A new run may buy these items again.'

interface RunEndProps {
  readonly ref: Ref<HTMLParagraphElement>
  /** Null for an open run that this browser cannot continue, or does not know yet. */
  readonly endReason: EndReason | null
  readonly totals: RunTotals
  /** Explanation of its end, if the reason does not suffice. */
  readonly note?: string | null
  /** Address at which the search can run again; null if it cannot be opened, and for viewers. */
  readonly again: string | null
}

/** Explains why there is no further page, and what to do instead. */
export function RunEnd({ ref, endReason, totals, note = null, again }: RunEndProps) {
  return (
    <Text ref={ref} tabIndex={-1} role="status" size="sm" className={classes.end}>
      {endReason ? describeEndReason(endReason, totals) : NOT_HERE} {note}{' '}
      {again && (
        <AppLink href={again} size="sm">
          Run again
        </AppLink>
      )}
    </Text>
  )
}

export type ContinueRun = Action<{ team: string; runId: string }>

interface GoOnButtonProps {
  readonly team: string
  readonly runId: string
  readonly goOn: ContinueRun
}

/** Continues a background run after its last page. */
export function ContinueRunButton({ team, runId, goOn }: GoOnButtonProps) {
  const router = useRouter()
  const { call, isPending, refusal } = useAction(goOn)
  const press = async () => {
    await call({ team, runId })
    router.refresh()
  }
  return (
    <div>
      <Button variant="default" onClick={press} loading={isPending}>
        Go on
      </Button>
      <RefusalAlert refusal={refusal} />
    </div>
  )
}

interface NextPageButtonProps {
  /** The button that was pressed last, which gets the focus back. */
  readonly pressed: RefObject<HTMLButtonElement | null>
  /** True for the one below the items. */
  readonly isBelow?: boolean
  readonly isPending: boolean
  /** False if it only reserves its space. */
  readonly isThere: boolean
  /** True if the last try brought a problem. */
  readonly isAgain: boolean
  /** Estimate of what one more page may bring and cost; null if nobody can tell. */
  readonly price: string | null
  readonly next: () => void
}

export function NextPageButton(props: NextPageButtonProps) {
  const { pressed, isBelow = false, isPending, isAgain, isThere, price, next } = props
  const label = isAgain ? 'Try again' : 'Next page'
  return (
    <Button
      onClick={(event) => {
        pressed.current = event.currentTarget
        next()
      }}
      {...(isBelow && { variant: 'default', 'aria-label': `${label}, below the items` })}
      loading={isPending}
      {...(!isThere && { style: HIDDEN, disabled: true })}
      {...(price && { title: price })}
    >
      {label}
    </Button>
  )
}

const HIDDEN = { visibility: 'hidden' } as const

export const PriceNote = ({ price }: { readonly price: string }) => (
  <Text size="sm" c="dimmed">
    {price}
  </Text>
)

/**
 * The way in which a run continues: by this browser's next page, by itself in the background, or not at all. `unread`
 * while the browser's store is not read yet, when nobody knows whether this browser can continue; null for people who only
 * look at an open run.
 */
export type HowRunContinues = 'next' | 'background' | 'end' | 'unread' | null

interface RunHere {
  readonly run: Pick<RunView, 'isInBackground'>
  /** False for viewers. */
  readonly mayRun: boolean
  readonly endReason: EndReason | null
  /** Undefined until the browser's store is read; null if this browser cannot continue. */
  readonly continuation: string | null | undefined
}

/** Decides how a run continues, as this browser sees it. */
export function howRunContinues({ run, mayRun, endReason, continuation }: RunHere): HowRunContinues {
  if (endReason !== null) return 'end'
  if (run.isInBackground) return 'background'
  if (continuation === null) return 'end'
  if (continuation === undefined) return 'unread'
  return mayRun ? 'next' : null
}
