'use client'

import { Button, Popover, PopoverDropdown, PopoverTarget, Stack, Text } from '@mantine/core'
import { cloneElement, type FormEvent, useState } from 'react'
import { type Action, useAction } from '@/components/forms'
import { describeMaxPurchase, type PageEstimate, type RunCaps } from '@/components/searches/price-range'
import { CapInput, CreditsCapInput, readCap } from '@/components/searches/run-conditions'
import { describeBatchLimit } from '@/components/searches/run-forecast'
import type { OnDemandButton } from '@/components/ui'
import { Dimmed, RefusalAlert } from '@/components/ui'
import type { RunView } from '@/lib/collect/runs'
import { formatCount, formatPlural, nanoToText } from '@/lib/kernel'

export interface NewCaps {
  capItems: number | null
  capCredits: string | null
}

export type MoveToBackground = Action<NewCaps & { team: string; continuation: string }>
export type ContinueRun = Action<NewCaps & { team: string; runId: string }>

/** Content of the menu beside “Next page”, and of “Continue”. */
export interface RestProps {
  readonly title: string
  readonly position: 'bottom-start' | 'bottom-end'
  readonly caps: Pick<RunView, 'capItems' | 'capNano'>
  /** Number of items that the run has; 0 for a batch. */
  readonly had: number
  /** Number of subjects of a batch, each of which has the caps; null for a run. */
  readonly subjects: number | null
  /** True if the answer of one of its calls was lost: that page is requested again, and may have been charged. */
  readonly hasLost: boolean
  readonly estimate: PageEstimate
  readonly send: Action<NewCaps>
  /** Called when the run goes on. */
  onLeft(): void
  /** Called when it has gone on elsewhere; without it, the refusal is shown. */
  onConflict?(): void
}

/** Cap that is proposed, in items of the whole run. */
const FIRST_CAP = 1000
const CAP_FAULT = 'rest-cap-fault'

/** Offers to buy the rest of a run in the background, from where it stands. */
export function OpenedRest({ button, ...props }: RestProps & { readonly button: OnDemandButton }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position={props.position} trapFocus returnFocus width={340}>
      <PopoverTarget>{cloneElement(button, { onClick: () => setOpen(!isOpen) })}</PopoverTarget>
      <PopoverDropdown>
        <RestForm {...props} close={() => setOpen(false)} />
      </PopoverDropdown>
    </Popover>
  )
}

function RestForm(props: RestProps & { close(): void }) {
  const { title, caps, had, subjects, hasLost, estimate, send } = props
  const { call, isPending, refusal } = useAction(send)
  const minItems = had + estimate.minItems
  const [typed, setTyped] = useState(() =>
    formatCount(caps.capItems ?? (had < FIRST_CAP ? FIRST_CAP : had + FIRST_CAP)),
  )
  const [capCredits, setCapCredits] = useState(caps.capNano === null ? null : nanoToText(caps.capNano))
  const cap = readCap(typed, minItems)
  const capItems = cap.error === null ? cap.items : null
  const fault = cap.error ?? refusal?.fields.capItems
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (cap.error !== null) return
    const { ok, refusal } = await call({ capItems, capCredits })
    if (!ok) return refusal?.code === 'conflict' ? props.onConflict?.() : undefined
    props.close()
    props.onLeft()
  }
  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text fw={600} size="sm">
          {title}
        </Text>
        {refusal && !refusal.fields.capItems && !refusal.fields.capCredits && (
          <RefusalAlert refusal={refusal} />
        )}
        <CapInput typed={typed} onChange={setTyped} isRefused={fault !== undefined} reasonId={CAP_FAULT} />
        {fault !== undefined && (
          <Text id={CAP_FAULT} size="sm" c="red" role="alert">
            {fault}
          </Text>
        )}
        <CreditsCapInput value={capCredits} error={refusal?.fields.capCredits} onChange={setCapCredits} />
        <Dimmed>
          {subjects === null
            ? describeRest(had, capItems, estimate)
            : describeRestOfBatch(subjects, { capItems, capCredits }, estimate)}{' '}
          {describeBoughtAgain(hasLost)}
        </Dimmed>
        <Button type="submit" loading={isPending} disabled={cap.error !== null}>
          {capItems === null || subjects !== null
            ? 'Buy the rest'
            : `Buy at most ${formatCount(capItems - had)} more`}
        </Button>
      </Stack>
    </form>
  )
}

/** Says what the rest of a run may come to, for a cap of the whole run. */
function describeRest(had: number, capItems: number | null, estimate: PageEstimate): string {
  const most = capItems === null ? '' : ` This buys ${describeMaxPurchase(estimate, capItems - had)} more.`
  return `Both caps apply to the whole run, including the ${formatPlural(had, 'item')} it already has.${most} It continues after the last page.`
}

const describeRestOfBatch = (subjects: number, caps: RunCaps, estimate: PageEstimate): string =>
  `${describeBatchLimit(estimate, caps, subjects)} That includes what they have: each continues after its last page.`

/** Says whether a page may be charged twice. */
export const describeBoughtAgain = (hasLost: boolean): string =>
  hasLost ? 'A page whose answer was lost may be bought, and charged, again.' : 'Nothing is bought again.'
