'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Action, CountInput, RefusableForm, useAction } from '@/components/forms'
import { ConfirmDialog, useDoneMessage } from '@/components/ui'
import type { StoredItems } from '@/lib/collect/items'
import {
  describeCallDeletion,
  describeCallRetention,
  describeItemDeletion,
  describeItemRetention,
  isShorterRetention,
} from './kept-time'

interface RetentionFormProps {
  readonly team: string
  readonly items: {
    /** Number of days for which they are kept now; null for ever. */
    readonly now: number | null
    readonly measure: Action<{ team: string; days: number | null }, StoredItems>
    readonly keep: Action<{ team: string; days: number | null }>
  }
  readonly calls: {
    /** Number of months for which their details are kept now; null for ever. */
    readonly now: number | null
    readonly measure: Action<{ team: string; months: number | null }, number>
    readonly keep: Action<{ team: string; months: number | null }>
  }
}

/** Chooses how long items and details of calls are kept. Before a shorter time it says what would be deleted. */
export function RetentionForm({ team, items, calls }: RetentionFormProps) {
  const tellDone = useDoneMessage()
  const [days, setDays] = useState(items.now)
  const [months, setMonths] = useState(calls.now)
  const measuredItems = useAction(items.measure)
  const measuredCalls = useAction(calls.measure)
  const keptItems = useAction(items.keep)
  const keptCalls = useAction(calls.keep)
  const [losses, setLosses] = useState<readonly string[] | null>(null)
  const actions = [measuredItems, measuredCalls, keptItems, keptCalls]

  const save = async () => {
    const isKept =
      (days === items.now || (await keptItems.call({ team, days })).ok) &&
      (months === calls.now || (await keptCalls.call({ team, months })).ok)
    if (isKept) tellDone('The settings were saved.')
    // The form says why not.
    return { refusal: null }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    for (const action of actions) action.reset()
    const found: string[] = []
    if (isShorterRetention(days, items.now)) {
      const { data } = await measuredItems.call({ team, days })
      if (data === undefined) return
      found.push(describeItemDeletion(data))
    }
    if (isShorterRetention(months, calls.now)) {
      const { data } = await measuredCalls.call({ team, months })
      if (data === undefined) return
      found.push(describeCallDeletion(data))
    }
    if (found.length === 0) await save()
    else setLosses(found)
  }
  const refusal = actions.find((action) => action.refusal)?.refusal ?? null
  return (
    <RefusableForm refusal={refusal} gap="md" onSubmit={submit}>
      {(faults) => (
        <>
          <CountInput
            label="Keep items (days)"
            description="Empty: forever."
            placeholder="Forever"
            name="days"
            value={days}
            onCount={setDays}
            error={faults.days}
          />
          {days !== null && days > 0 && <Text size="sm">{describeItemRetention(days)}</Text>}
          <CountInput
            label="Keep call history (months)"
            description="Empty: forever."
            placeholder="Forever"
            name="months"
            value={months}
            onCount={setMonths}
            error={faults.months}
          />
          {months !== null && months > 0 && <Text size="sm">{describeCallRetention(months)}</Text>}
          <Group>
            <Button type="submit" loading={actions.some(({ isPending }) => isPending)}>
              Save
            </Button>
          </Group>
          <ConfirmDialog
            isOpen={losses !== null}
            onClose={() => setLosses(null)}
            title="Keep them for a shorter time?"
            text={
              <Stack>
                {losses?.map((loss) => (
                  <div key={loss}>{loss}</div>
                ))}
              </Stack>
            }
            confirmLabel="Keep them for a shorter time"
            onConfirm={save}
          />
        </>
      )}
    </RefusableForm>
  )
}
