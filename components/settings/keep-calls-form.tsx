'use client'

import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { type Action, RefusalAlert, useAction } from '@/components/forms'
import { ChoiceField, Dialog } from '@/components/ui'
import { CALL_CHOICES, callChoiceOf, describeCallsKept, describeCallsLoss, monthsOf } from './kept-calls'
import { isShorter } from './kept-items'

interface Input {
  team: string
  months: number | null
}

interface KeepCallsFormProps {
  readonly team: string
  /** How many months details of calls are kept now; null for ever. */
  readonly months: number | null
  readonly measure: Action<Input, number>
  readonly keep: Action<Input>
}

/** Chooses how long details of calls are kept. Before a shorter time it asks, and says what would be deleted. */
export function KeepCallsForm({ team, months: now, measure, keep }: KeepCallsFormProps) {
  const router = useRouter()
  const [choice, setChoice] = useState(callChoiceOf(now))
  const [typed, setTyped] = useState<string | number>(now ?? '')
  const [loss, setLoss] = useState<number | null>(null)
  const measured = useAction(measure)
  const kept = useAction(keep)
  const months = monthsOf(choice, typed)

  const save = async () => {
    const { ok } = await kept.call({ team, months })
    setLoss(null)
    if (!ok) return
    notifications.show({ message: 'The time was saved.' })
    router.refresh()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isShorter(months, now)) return save()
    const { data } = await measured.call({ team, months })
    if (data !== undefined) setLoss(data)
  }
  const refusal = measured.refusal ?? kept.refusal
  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack gap="sm">
        <RefusalAlert refusal={refusal} />
        <Group align="flex-start">
          <ChoiceField
            label="Keep details of calls"
            data={[...CALL_CHOICES]}
            value={choice}
            onChange={(value) => value !== null && setChoice(value)}
            allowDeselect={false}
          />
          {choice === 'other' && (
            <NumberInput
              label="Months"
              min={3}
              allowDecimal={false}
              allowNegative={false}
              value={typed}
              onChange={setTyped}
              error={refusal?.fields.months}
            />
          )}
        </Group>
        <Text size="sm">{describeCallsKept(months)}</Text>
        <Group>
          <Button type="submit" variant="default" loading={measured.isPending || kept.isPending}>
            Save the time
          </Button>
        </Group>
      </Stack>
      <Dialog
        opened={loss !== null}
        onClose={() => setLoss(null)}
        title="Delete old details of calls?"
        centered
      >
        <Stack>
          <Text size="sm">{loss !== null && describeCallsLoss(loss)}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setLoss(null)}>
              Cancel
            </Button>
            <Button color="red" loading={kept.isPending} onClick={save}>
              Delete old details
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </form>
  )
}
