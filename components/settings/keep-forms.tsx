'use client'

import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type Action, RefusableForm, useAction } from '@/components/forms'
import { ChoiceField, Dialog, useDoneMessage } from '@/components/ui'
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

interface KeepFormProps<Loss> {
  readonly label: string
  readonly submitLabel: string
  readonly choices: RetentionChoices
  /** Time for which it is kept now; null for ever. */
  readonly now: number | null
  /** The field of a typed number: its label, its name in a refusal, and the minimum that is accepted. */
  readonly field: { readonly label: string; readonly name: string; readonly min: number }
  /** Describes what a time means; null if its label already says so. */
  describe(time: number | null): string | null
  /** The question before a shorter time. */
  readonly question: { readonly title: string; readonly confirm: string; text(loss: Loss): ReactNode }
  readonly measure: Action<number | null, Loss>
  readonly keep: Action<number | null>
}

/** Chooses how long something is kept. Before a shorter time it asks, and says what would be deleted. */
function KeepForm<Loss extends object | number>({
  label,
  submitLabel,
  choices,
  now,
  field,
  describe,
  question,
  measure,
  keep,
}: KeepFormProps<Loss>) {
  const tellDone = useDoneMessage()
  const [choice, setChoice] = useState(retentionChoiceOf(choices, now))
  const [typed, setTyped] = useState<string | number>(now ?? '')
  const [loss, setLoss] = useState<Loss | null>(null)
  const measured = useAction(measure)
  const kept = useAction(keep)
  const time = retentionOfChoice(choice, typed)
  const meaning = describe(time)

  const save = async () => {
    const { ok } = await kept.call(time)
    setLoss(null)
    if (!ok) return
    tellDone('The time was saved.')
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isShorterRetention(time, now)) return save()
    const { data } = await measured.call(time)
    if (data !== undefined) setLoss(data)
  }
  const refusal = measured.refusal ?? kept.refusal
  return (
    <RefusableForm refusal={refusal} gap="sm" onSubmit={submit}>
      {(faults) => (
        <>
          <Group align="flex-start">
            <ChoiceField
              label={label}
              data={[...choices]}
              value={choice}
              onChange={(value) => value !== null && setChoice(value)}
              allowDeselect={false}
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
                error={faults[field.name]}
              />
            )}
          </Group>
          {meaning && <Text size="sm">{meaning}</Text>}
          <Group>
            <Button type="submit" variant="default" loading={measured.isPending || kept.isPending}>
              {submitLabel}
            </Button>
          </Group>
          <Dialog isOpen={loss !== null} onClose={() => setLoss(null)} title={question.title} place="middle">
            <Stack>
              <Text size="sm">{loss !== null && question.text(loss)}</Text>
              <Group justify="flex-end">
                <Button variant="default" onClick={() => setLoss(null)}>
                  Cancel
                </Button>
                <Button color="red" loading={kept.isPending} onClick={save}>
                  {question.confirm}
                </Button>
              </Group>
            </Stack>
          </Dialog>
        </>
      )}
    </RefusableForm>
  )
}

interface ItemsInput {
  team: string
  days: number | null
}

interface KeepItemsFormProps {
  readonly team: string
  /** Number of days for which items are kept now; null for ever. */
  readonly days: number | null
  readonly measure: Action<ItemsInput, StoredItems>
  readonly keep: Action<ItemsInput>
}

const ITEMS_CHOICES = retentionChoices('day', [7, 30, 90, 365])

/** Chooses how long items are kept. */
export const ItemRetentionForm = ({ team, days, measure, keep }: KeepItemsFormProps) => (
  <KeepForm
    label="Keep items"
    submitLabel="Save retention of items"
    choices={ITEMS_CHOICES}
    now={days}
    field={{ label: 'Days', name: 'days', min: 1 }}
    describe={describeItemRetention}
    question={{
      title: 'Keep items for a shorter time?',
      confirm: 'Keep them for a shorter time',
      text: describeItemDeletion,
    }}
    measure={(time) => measure({ team, days: time })}
    keep={(time) => keep({ team, days: time })}
  />
)

interface CallsInput {
  team: string
  months: number | null
}

interface KeepCallsFormProps {
  readonly team: string
  /** Number of months for which details of calls are kept now; null for ever. */
  readonly months: number | null
  readonly measure: Action<CallsInput, number>
  readonly keep: Action<CallsInput>
}

const CALLS_CHOICES = retentionChoices('month', [6, 12, 24, 36])

/** Chooses how long details of calls are kept. */
export const CallRetentionForm = ({ team, months, measure, keep }: KeepCallsFormProps) => (
  <KeepForm
    label="Keep details of calls"
    submitLabel="Save retention of details"
    choices={CALLS_CHOICES}
    now={months}
    field={{ label: 'Months', name: 'months', min: 3 }}
    describe={describeCallRetention}
    question={{
      title: 'Delete old details of calls?',
      confirm: 'Delete old details',
      text: describeCallDeletion,
    }}
    measure={(time) => measure({ team, months: time })}
    keep={(time) => keep({ team, months: time })}
  />
)
