'use client'

import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type Action, RefusableForm, useAction } from '@/components/forms'
import { ChoiceField, Dialog, useTellDone } from '@/components/ui'
import { choiceOf, isShorter, OTHER, type TimeChoices, timeOf } from './kept-time'

interface KeepFormProps<Loss> {
  readonly label: string
  readonly submitLabel: string
  readonly choices: TimeChoices
  /** Time for which it is kept now; null for ever. */
  readonly now: number | null
  /** The field of a typed number: its label, its name in a refusal, and the minimum that is accepted. */
  readonly field: { readonly label: string; readonly name: string; readonly least: number }
  /** Describes what a time means; null if its label already says so. */
  describe(time: number | null): string | null
  /** The question before a shorter time. */
  readonly question: { readonly title: string; readonly confirm: string; text(loss: Loss): ReactNode }
  readonly measure: Action<number | null, Loss>
  readonly keep: Action<number | null>
}

/** Chooses how long something is kept. Before a shorter time it asks, and says what would be deleted. */
export function KeepForm<Loss extends object | number>({
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
  const tellDone = useTellDone()
  const [choice, setChoice] = useState(choiceOf(choices, now))
  const [typed, setTyped] = useState<string | number>(now ?? '')
  const [loss, setLoss] = useState<Loss | null>(null)
  const measured = useAction(measure)
  const kept = useAction(keep)
  const time = timeOf(choice, typed)
  const meaning = describe(time)

  const save = async () => {
    const { ok } = await kept.call(time)
    setLoss(null)
    if (!ok) return
    tellDone('The time was saved.')
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isShorter(time, now)) return save()
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
            {choice === OTHER && (
              <NumberInput
                label={field.label}
                min={field.least}
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
