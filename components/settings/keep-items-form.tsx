'use client'

import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { type Action, RefusalAlert, useAction } from '@/components/forms'
import { ChoiceField, Dialog } from '@/components/ui'
import type { StoredItems } from '@/lib/collect/items'
import { CHOICES, choiceOf, daysOf, describeKept, describeLoss, isShorter } from './kept-items'

interface Input {
  team: string
  days: number | null
}

interface KeepItemsFormProps {
  readonly team: string
  /** How many days items are kept now; null for ever. */
  readonly days: number | null
  readonly measure: Action<Input, StoredItems>
  readonly keep: Action<Input>
}

/** Chooses how long items are kept. Before a shorter time it asks, and says what would be deleted. */
export function KeepItemsForm({ team, days: now, measure, keep }: KeepItemsFormProps) {
  const router = useRouter()
  const [choice, setChoice] = useState(choiceOf(now))
  const [typed, setTyped] = useState<string | number>(now ?? '')
  const [loss, setLoss] = useState<StoredItems | null>(null)
  const measured = useAction(measure)
  const kept = useAction(keep)
  const days = daysOf(choice, typed)

  const save = async () => {
    const { ok } = await kept.call({ team, days })
    setLoss(null)
    if (!ok) return
    notifications.show({ message: 'The time was saved.' })
    router.refresh()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isShorter(days, now)) return save()
    const { data } = await measured.call({ team, days })
    if (data) setLoss(data)
  }
  const refusal = measured.refusal ?? kept.refusal
  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack gap="sm">
        <RefusalAlert refusal={refusal} />
        <Group align="flex-start">
          <ChoiceField
            label="Keep items"
            data={[...CHOICES]}
            value={choice}
            onChange={(value) => value !== null && setChoice(value)}
            allowDeselect={false}
          />
          {choice === 'other' && (
            <NumberInput
              label="Days"
              min={1}
              allowDecimal={false}
              allowNegative={false}
              value={typed}
              onChange={setTyped}
              error={refusal?.fields.days}
            />
          )}
        </Group>
        <Text size="sm">{describeKept(days)}</Text>
        <Group>
          <Button type="submit" variant="default" loading={measured.isPending || kept.isPending}>
            Save the time
          </Button>
        </Group>
      </Stack>
      <Dialog
        opened={loss !== null}
        onClose={() => setLoss(null)}
        title="Keep items for a shorter time?"
        centered
      >
        <Stack>
          <Text size="sm">{loss && describeLoss(loss)}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setLoss(null)}>
              Cancel
            </Button>
            <Button color="red" loading={kept.isPending} onClick={save}>
              Keep them for a shorter time
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </form>
  )
}
