'use client'

import { Button, Checkbox, Group, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { CountInput, RefusableForm } from '@/components/forms'
import { describeFreeRepeats, type PageEstimate, warnOfPageSize } from '@/components/searches'
import { ChoiceField, Dimmed, type Refusal } from '@/components/ui'
import { NextTimes, type PreviewTimes } from './next-times'
import { describeScheduleCost, type ScheduleForm as Fields, type NamedChannel } from './schedule-fields'
import { TimesFields } from './times-fields'

/** A search and its surroundings, as far as its schedule needs them. */
export interface ScheduledSearch {
  readonly team: string
  /** Estimate of what a page of the search may return. */
  readonly estimate: PageEstimate
  /** Number of the search's subjects; the limit of a run is for each. */
  readonly subjectCount: number
  /** True if alerts go to the whole team. */
  readonly isShared: boolean
  /** Channels to which new items can be sent. */
  readonly channels: readonly NamedChannel[]
  readonly preview: PreviewTimes
}

interface ScheduleFormProps extends ScheduledSearch {
  readonly initial: Fields
  readonly refusal: Refusal | null
  readonly isPending: boolean
  onSubmit(fields: Fields): void
  onCancel(): void
}

/** Edits when a search runs on its own, how much it may buy, and which alerts it sends. */
export function ScheduleForm(props: ScheduleFormProps) {
  const { team, isShared, refusal, isPending } = props
  const [form, setForm] = useState(props.initial)
  const set = (change: Partial<Fields>) => setForm((known) => ({ ...known, ...change }))
  const free = describeFreeRepeats({ onceADayIn: props.estimate.tariff?.onceADayIn ?? null })
  const warning = warnOfPageSize(props.estimate, { capItems: Math.min(form.capItems, form.capItemsDay) })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    props.onSubmit(form)
  }
  return (
    <RefusableForm refusal={refusal} gap="sm" onSubmit={submit}>
      {(errors) => (
        <>
          <TimesFields form={form} errors={errors} set={set} />
          <NextTimes team={team} times={form} preview={props.preview} />
          <Group align="flex-start" gap="sm">
            <CountInput
              label={props.subjectCount > 1 ? 'At most per subject (items)' : 'At most per run (items)'}
              name="capItems"
              value={form.capItems}
              onCount={(capItems) => set({ capItems: capItems ?? 0 })}
              error={errors.capItems}
            />
            <CountInput
              label="At most per day (items)"
              name="capItemsDay"
              value={form.capItemsDay}
              onCount={(capItemsDay) => set({ capItemsDay: capItemsDay ?? 0 })}
              error={errors.capItemsDay}
            />
          </Group>
          <Text size="sm">{describeScheduleCost(props.estimate, form, props.subjectCount)}</Text>
          {warning && <Text size="sm">{warning}</Text>}
          {free && <Dimmed>{free} Several runs on one day cost least.</Dimmed>}
          <Checkbox
            label="Stop at known items"
            checked={form.untilKnown}
            onChange={(event) => set({ untilKnown: event.currentTarget.checked })}
          />
          {isShared && <SendItemsFields form={form} channels={props.channels} errors={errors} set={set} />}
          {isShared ? (
            <Group align="flex-start" gap="sm">
              <CountInput
                label="Alert above (new items)"
                description="0: at any new item. Empty: never."
                name="tellsAbove"
                value={form.tellsAbove}
                onCount={(tellsAbove) => set({ tellsAbove })}
                error={errors.tellsAbove}
              />
              <CountInput
                label="Alert without new items (hours)"
                description="Empty: never."
                name="tellsQuietHours"
                value={form.tellsQuietHours}
                onCount={(tellsQuietHours) => set({ tellsQuietHours })}
                error={errors.tellsQuietHours}
              />
            </Group>
          ) : (
            <Dimmed>
              Alerts on new items, and the items themselves, go to the whole team’s channels: share the search
              to send them.
            </Dimmed>
          )}
          <Group>
            <Button type="submit" loading={isPending}>
              Save schedule
            </Button>
            <Button variant="subtle" onClick={props.onCancel}>
              Cancel
            </Button>
          </Group>
        </>
      )}
    </RefusableForm>
  )
}

interface SendItemsFieldsProps {
  readonly form: Pick<Fields, 'itemsChannelId'>
  readonly channels: readonly NamedChannel[]
  readonly errors: Readonly<Record<string, string>>
  set(change: Pick<Fields, 'itemsChannelId'>): void
}

/** Chooses whether the new items of each run are sent, and to which signed webhook. */
function SendItemsFields({ form: { itemsChannelId }, channels, errors, set }: SendItemsFieldsProps) {
  const [first] = channels
  const chosen = channels.find(({ id }) => id === itemsChannelId)
  return (
    <>
      <Checkbox
        label="Send the new items"
        description={
          first
            ? 'To a signed webhook, as JSON, at most 100 items in a message.'
            : 'This needs a signed webhook: an admin creates one under Alerts, Channels.'
        }
        checked={chosen !== undefined}
        disabled={!first}
        onChange={(event) =>
          set({ itemsChannelId: event.currentTarget.checked ? (first?.id ?? null) : null })
        }
        error={chosen === undefined && errors.itemsChannelId}
      />
      {chosen && (
        <ChoiceField
          label="Channel"
          w={220}
          data={channels.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen.id}
          onChange={(id) => set({ itemsChannelId: id })}
          error={errors.itemsChannelId}
        />
      )}
    </>
  )
}
