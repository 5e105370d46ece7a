'use client'

import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Action, RefusableForm, useAction } from '@/components/forms'
import { ChoiceField, ConfirmDialog, useDoneMessage } from '@/components/ui'
import type { StoredItems } from '@/lib/collect/items'
import {
  describeCallDeletion,
  describeCallRetention,
  describeItemDeletion,
  describeItemRetention,
  isShorterRetention,
  OTHER_RETENTION,
  type RetentionChoices,
  retentionChoiceOf,
  retentionChoices,
  retentionOfChoice,
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

const ITEMS_CHOICES = retentionChoices('day', [7, 30, 90, 365])
const CALLS_CHOICES = retentionChoices('month', [6, 12, 24, 36])

/** Chooses how long items and details of calls are kept. Before a shorter time it says what would be deleted. */
export function RetentionForm({ team, items, calls }: RetentionFormProps) {
  const tellDone = useDoneMessage()
  const itemsTime = useTime(ITEMS_CHOICES, items.now)
  const callsTime = useTime(CALLS_CHOICES, calls.now)
  const measuredItems = useAction(items.measure)
  const measuredCalls = useAction(calls.measure)
  const keptItems = useAction(items.keep)
  const keptCalls = useAction(calls.keep)
  const [losses, setLosses] = useState<readonly string[] | null>(null)
  const [days, months] = [itemsTime.time, callsTime.time]
  const isPending = [measuredItems, measuredCalls, keptItems, keptCalls].some((action) => action.isPending)

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
  const refusal = measuredItems.refusal ?? measuredCalls.refusal ?? keptItems.refusal ?? keptCalls.refusal
  return (
    <RefusableForm refusal={refusal} gap="md" onSubmit={submit}>
      {(faults) => (
        <>
          <TimeField
            label="Keep items"
            field={{ label: 'Days', name: 'days', min: 1 }}
            choices={ITEMS_CHOICES}
            chosen={itemsTime}
            meaning={describeItemRetention(days)}
            fault={faults.days}
          />
          <TimeField
            label="Keep call history"
            field={{ label: 'Months', name: 'months', min: 3 }}
            choices={CALLS_CHOICES}
            chosen={callsTime}
            meaning={describeCallRetention(months)}
            fault={faults.months}
          />
          <Group>
            <Button type="submit" variant="default" loading={isPending}>
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

/** Holds a chosen time, and the number that is typed for it. */
function useTime(choices: RetentionChoices, now: number | null) {
  const [choice, setChoice] = useState(retentionChoiceOf(choices, now))
  const [typed, setTyped] = useState<string | number>(now ?? '')
  return { choice, setChoice, typed, setTyped, time: retentionOfChoice(choice, typed) }
}

interface TimeFieldProps {
  readonly label: string
  /** The field of a typed number: its label, its name in a refusal, and the minimum that is accepted. */
  readonly field: { readonly label: string; readonly name: string; readonly min: number }
  readonly choices: RetentionChoices
  readonly chosen: ReturnType<typeof useTime>
  /** Meaning of the time; null if its label already says so. */
  readonly meaning: string | null
  readonly fault: string | undefined
}

function TimeField({ label, field, choices, chosen, meaning, fault }: TimeFieldProps) {
  const { choice, setChoice, typed, setTyped } = chosen
  return (
    <Stack gap="xs">
      <Group align="flex-start">
        <ChoiceField
          label={label}
          data={[...choices]}
          value={choice}
          onChange={(value) => value !== null && setChoice(value)}
        />
        {choice === OTHER_RETENTION && (
          <NumberInput
            label={field.label}
            min={field.min}
            allowDecimal={false}
            allowNegative={false}
            value={typed}
            onChange={setTyped}
            name={field.name}
            error={fault}
          />
        )}
      </Group>
      {meaning && <Text size="sm">{meaning}</Text>}
    </Stack>
  )
}
