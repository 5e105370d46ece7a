'use client'

import { Button, Popover, PopoverDropdown, PopoverTarget, Stack, Text } from '@mantine/core'
import { cloneElement, type FormEvent, useState } from 'react'
import { type Action, useAction } from '@/components/forms'
import { listShortBudgets, RemainingBudgets, ShortBudgets } from '@/components/searches/budgets-left'
import { describeEstimate, describeMaxPurchase, type PageEstimate } from '@/components/searches/price-range'
import { CapInput, CreditsCapInput, readCap } from '@/components/searches/run-conditions'
import { Dimmed, type OnDemandButton, RefusalAlert } from '@/components/ui'
import type { RunView } from '@/lib/collect/runs'
import {
  currentUnit,
  formatCount,
  formatCredits,
  formatPlural,
  nanoToText,
  parseNano,
  restWithinCaps,
  type UsedByRun,
} from '@/lib/kernel'
import type { StoppingBudget } from '@/lib/money/budgets'

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
  readonly team: string
  readonly keyId: string
  readonly caps: Pick<RunView, 'capItems' | 'capNano'>
  /** Used by the run, or by each subject with which a batch continues; the caps are of each. */
  readonly had: readonly UsedByRun[]
  readonly isBatch: boolean
  /** True if the answer of one of its calls was lost: that page is requested again, and may have been charged. */
  readonly hasLost: boolean
  readonly estimate: PageEstimate
  /** Budgets that can stop it. */
  readonly budgets: readonly StoppingBudget[]
  readonly send: Action<NewCaps>
  /** Called when the run goes on. */
  onLeft(): void
  /** Called when it has gone on elsewhere; without it, the refusal is shown. */
  onConflict?(): void
}

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
  const { title, caps, team, keyId, had, estimate, send, budgets } = props
  const { call, isPending, refusal } = useAction(send)
  const { proposedItems, minItems } = restWithinCaps(caps, had, estimate)
  const [typed, setTyped] = useState(() => formatCount(caps.capItems ?? proposedItems))
  const [capCredits, setCapCredits] = useState(caps.capNano === null ? null : nanoToText(caps.capNano))
  const cap = readCap(typed, minItems)
  const capItems = cap.error === null ? cap.items : null
  const fault = cap.error ?? refusal?.fields.capItems
  const rest = describeRest(props, { capItems, capNano: parseNano(capCredits ?? '') })
  const short = listShortBudgets({ budgets, chosenId: keyId }, estimate)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (cap.error !== null || rest.error !== null) return
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
        <CreditsCapInput
          value={capCredits}
          error={rest.error ?? refusal?.fields.capCredits}
          onChange={setCapCredits}
        />
        {cap.error === null && rest.error === null && <Dimmed>{rest.text}</Dimmed>}
        <ShortBudgets id="rest-short-budgets" team={team} short={short} estimate={estimate} page="next" />
        {short.length === 0 && <RemainingBudgets budgets={budgets} chosenId={keyId} />}
        <Button type="submit" loading={isPending} disabled={cap.error !== null || rest.error !== null}>
          {rest.label}
        </Button>
      </Stack>
    </form>
  )
}

/** Says what the rest may come to, and why a cap in credits does not suffice. The caps are of the run, or of each. */
export function describeRest(
  { had, isBatch, hasLost, estimate }: Pick<RestProps, 'had' | 'isBatch' | 'hasLost' | 'estimate'>,
  caps: Pick<RunView, 'capItems' | 'capNano'>,
): { readonly text: string; readonly label: string; readonly error: string | null } {
  const { items: left, mostItems, minNano } = restWithinCaps(caps, had, estimate)
  const whole = isBatch
    ? `each of the ${formatPlural(had.length, 'subject')} that continue, including what it has`
    : `the whole run, including the ${formatPlural(mostItems, 'item')} it already has`
  const buys =
    left === null
      ? `everything that is left. ${describeEstimate(estimate)}`
      : `${describeMaxPurchase(estimate, left)} more.`
  const fault =
    minNano === null
      ? 'No price is known: leave it empty.'
      : `Enter ${formatCredits(minNano)} ${estimate.unit ?? currentUnit()} or more.`
  return {
    text: `Both caps apply to ${whole}. This buys ${buys} It continues after the last page. ${describeBoughtAgain(hasLost)}`,
    label: left === null ? 'Buy the rest' : `Buy at most ${formatCount(left)} more`,
    error: left === 0 && caps.capNano !== null ? fault : null,
  }
}

/** Says whether a page may be charged twice. */
export const describeBoughtAgain = (hasLost: boolean): string =>
  hasLost ? 'A page whose answer was lost may be bought, and charged, again.' : 'Nothing is bought again.'
