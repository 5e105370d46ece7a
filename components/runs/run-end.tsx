import { Button, Text } from '@mantine/core'
import { useRouter } from 'next/navigation'
import type { Ref } from 'react'
import { type Action, RefusalAlert, useAction } from '@/components/forms'
import { LinkTo } from '@/components/ui'
import type { EndReason, RunTotals } from '@/lib/collect/runs'
import { describeEnd } from './labels'
import classes from './runs.module.css'

/** Also true before it is known which tab this is, so it is there from the first paint on. */
const NOT_HERE =
  'More pages of this run can be bought only in the tab that started it, within 15 minutes of its last page. What was bought is kept. A new run may buy these items again.'

interface RunEndProps {
  readonly ref: Ref<HTMLParagraphElement>
  /** Null for an open run that this tab cannot continue, or does not know yet. */
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
      {endReason ? describeEnd(endReason, totals) : NOT_HERE} {note}{' '}
      {again && (
        <LinkTo href={again} size="sm">
          Run again
        </LinkTo>
      )}
    </Text>
  )
}

export type GoOn = Action<{ team: string; runId: string }>

interface GoOnButtonProps {
  readonly team: string
  readonly runId: string
  readonly goOn: GoOn
}

/** Continues a background run after its last page. */
export function GoOnButton({ team, runId, goOn }: GoOnButtonProps) {
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
