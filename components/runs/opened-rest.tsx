'use client'

import { Button, Popover, PopoverDropdown, PopoverTarget, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Action, useAction } from '@/components/forms'
import { describeMaxPurchase, type PageEstimate } from '@/components/searches/price-range'
import { CapInput, CreditsCapInput, readCap } from '@/components/searches/run-conditions'
import type { OnDemandButton } from '@/components/ui'
import { Dimmed, RefusalAlert } from '@/components/ui'
import type { RunView } from '@/lib/collect/runs'
import { formatCount, formatPlural, nanoToText } from '@/lib/kernel'

interface MoveInput {
  team: string
  continuation: string
  capItems: number | null
  capCredits: string | null
}

export type MoveToBackground = Action<MoveInput, { runId: string }>

/** Content of the menu beside “Next page”. */
export interface RestProps {
  readonly team: string
  readonly continuation: string
  readonly caps: Pick<RunView, 'capItems' | 'capNano'>
  /** Number of items that the run has. */
  readonly had: number
  readonly estimate: PageEstimate
  readonly move: MoveToBackground
  /** Called when the run no longer goes on page by page here. */
  onLeft(): void
}

/** Cap that is proposed, in items of the whole run. */
const FIRST_CAP = 1000
const CAP_FAULT = 'rest-cap-fault'

/** Offers to buy the rest of a run in the background, from where it stands. */
export function OpenedRest({ button, ...props }: RestProps & { readonly button: OnDemandButton }) {
  return (
    <Popover position="bottom-end" trapFocus returnFocus width={340}>
      <PopoverTarget>{button}</PopoverTarget>
      <PopoverDropdown>
        <RestForm {...props} />
      </PopoverDropdown>
    </Popover>
  )
}

function RestForm({ team, continuation, caps, had, estimate, move, onLeft }: RestProps) {
  const { call, isPending, refusal } = useAction(move)
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
    const { ok, refusal } = await call({ team, continuation, capItems, capCredits })
    // In the second case another tab has gone on with the run.
    if (ok || refusal?.code === 'conflict') onLeft()
  }
  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text fw={600} size="sm">
          Buy the rest in the background
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
        <Dimmed>{describeRest(had, capItems, estimate)}</Dimmed>
        <Button type="submit" loading={isPending} disabled={cap.error !== null}>
          {capItems === null ? 'Buy the rest' : `Buy at most ${formatCount(capItems - had)} more`}
        </Button>
      </Stack>
    </form>
  )
}

/** Says what the rest of a run may come to, for a cap of the whole run. */
function describeRest(had: number, capItems: number | null, estimate: PageEstimate): string {
  const most = capItems === null ? '' : ` This buys ${describeMaxPurchase(estimate, capItems - had)} more.`
  return `Both caps apply to the whole run, including the ${formatPlural(had, 'item')} it already has.${most} It continues after the last page; nothing is bought again.`
}
