import { Button, ButtonGroup, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import type { Ref, RefObject } from 'react'
import { AppLink, OnDemand } from '@/components/ui'
import type { EndReason, RunTotals, RunView } from '@/lib/collect/runs'
import type { RestProps } from './opened-rest'
import classes from './runs.module.css'

const EndWords = dynamic(() => import('./end-words').then((loaded) => loaded.EndWords))

/** Also true before the browser's storage is read, so it is there from the first paint on. */
const NOT_HERE =
  'More pages of this run can be bought only in the browser that started it, within 15 minutes of its last page. What was bought is kept. A new run may buy these items again.'

interface RunEndProps {
  readonly ref: Ref<HTMLParagraphElement>
  /** Null for an open run that this browser cannot continue, or does not know yet. */
  readonly endReason: EndReason | null
  readonly totals: RunTotals
  readonly run: Pick<RunView, 'capItems' | 'capNano' | 'subjects'>
  /** Explanation of its end, if the reason does not suffice. */
  readonly note?: string | null
  /** Address at which the search can run again; null if it cannot be opened, and for viewers. */
  readonly again: string | null
}

/** Explains why there is no further page, and what to do instead. */
export function RunEnd({ ref, endReason, totals, run, note = null, again }: RunEndProps) {
  const open = totals.pages + totals.reusedPages === 0 ? 'No page has arrived.' : NOT_HERE
  return (
    <Text ref={ref} tabIndex={-1} role="status" size="sm" className={classes.end}>
      {endReason ? <EndWords endReason={endReason} totals={totals} run={run} /> : open} {note}{' '}
      {again && <AppLink href={again}>Run again</AppLink>}
    </Text>
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
  /** True if the last try failed. */
  readonly isAgain: boolean
  /** Estimate of what one more page may return and cost; null if unknown. */
  readonly price: string | null
  readonly next: () => void
  /** Content of the menu that buys the rest in the background; null where nobody may. */
  readonly rest?: RestProps | null
}

export function NextPageButton(props: NextPageButtonProps) {
  const { pressed, isBelow = false, isPending, isAgain, isThere, price, next, rest = null } = props
  const label = isAgain ? 'Try again' : 'Next page'
  const button = (
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
  if (isBelow) return button
  return (
    <ButtonGroup className={classes.next}>
      {button}
      {rest && isThere && (
        <OnDemand
          popup="dialog"
          load={loadRest}
          content={rest}
          button={
            <Button
              px={8}
              ml={1}
              disabled={isPending}
              aria-label="Buy the rest in the background"
              title="Buy the rest in the background"
            >
              <IconChevronDown size={16} aria-hidden />
            </Button>
          }
        />
      )}
    </ButtonGroup>
  )
}

const loadRest = () => import('./opened-rest').then(({ OpenedRest }) => OpenedRest)

/** Continues a run that has ended, up to new caps. */
export const ContinueRunButton = (rest: RestProps) => (
  <div>
    <OnDemand
      popup="dialog"
      load={loadRest}
      content={rest}
      button={<Button variant="default">Continue</Button>}
    />
  </div>
)

const HIDDEN = { visibility: 'hidden' } as const

/**
 * Way in which a run continues: by this browser's next page, by itself in the background, or not at all. `unread` while the
 * browser's store is not read yet, when it is unknown whether this browser can continue; null for people who only look
 * at an open run.
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
