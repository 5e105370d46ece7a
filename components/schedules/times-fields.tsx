'use client'

import { Chip, Group, Input, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ChoiceField } from '@/components/ui'
import { currentTimeZone } from '@/lib/kernel'
import {
  FREQUENCIES,
  formatTimeOfDay,
  hasTime,
  isFrequency,
  parseTimeOfDay,
  toCron,
  toFrequency,
} from './frequency'
import type { ScheduleForm } from './schedule-fields'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
  (name, at) => ({
    value: String(at + 1),
    name,
  }),
)

interface TimesFieldsProps {
  readonly form: ScheduleForm
  readonly errors: Readonly<Record<string, string>>
  set(change: Partial<ScheduleForm>): void
}

/** Edits when a schedule is due: an interval, a time of day or a cron expression, and its active hours. */
export function TimesFields({ form, errors, set }: TimesFieldsProps) {
  const [frequency, setFrequency] = useState(() => toFrequency(form.cron))
  const choose = (change: Partial<typeof frequency>) => {
    const chosen = { ...frequency, ...change }
    setFrequency(chosen)
    const cron = toCron(chosen)
    if (cron !== undefined) set({ cron })
  }
  return (
    <Stack gap="sm">
      <Group align="flex-start" gap="sm">
        <ChoiceField
          label="How often"
          w={{ base: '100%', sm: 260 }}
          data={Object.entries(FREQUENCIES).map(([value, { label }]) => ({ value, label }))}
          value={frequency.every}
          onChange={(every) => isFrequency(every) && choose({ every })}
        />
        {frequency.every === 'week' && (
          <ChoiceField
            label="Day of the week"
            w={160}
            data={DAYS.map(({ value, name }) => ({ value, label: name }))}
            value={frequency.weekday}
            onChange={(value) => choose({ weekday: value ?? '1' })}
          />
        )}
        {hasTime(frequency.every) && (
          <TextInput
            type="time"
            label={`At (${currentTimeZone()})`}
            value={frequency.time}
            onChange={(event) => choose({ time: event.currentTarget.value })}
            name="cron"
            error={errors.cron}
          />
        )}
        {frequency.every === 'cron' && (
          <TextInput
            label={`Cron (${currentTimeZone()})`}
            placeholder="0 9 * * 1-5"
            value={form.cron}
            onChange={(event) => set({ cron: event.currentTarget.value })}
            name="cron"
            error={errors.cron}
          />
        )}
      </Group>
      {!hasTime(frequency.every) && (
        <Group align="flex-end" gap="sm">
          <TextInput
            type="time"
            label="Active from"
            value={formatTimeOfDay(form.activeFrom)}
            onChange={(event) => set({ activeFrom: parseTimeOfDay(event.currentTarget.value, 0) })}
            name="activeFrom"
            error={errors.activeFrom}
          />
          <TextInput
            type="time"
            label="Until (midnight: end of the day)"
            value={formatTimeOfDay(form.activeTo)}
            onChange={(event) => set({ activeTo: parseTimeOfDay(event.currentTarget.value, 1440) })}
            name="activeTo"
            error={errors.activeTo}
          />
          <Input.Wrapper label="On" labelElement="div" error={errors.activeDays}>
            <Chip.Group
              multiple
              value={[...form.activeDays]}
              onChange={(days) => set({ activeDays: [...days].sort().join('') })}
            >
              <Group gap={4}>
                {DAYS.map(({ value, name }) => (
                  <Chip
                    key={value}
                    name="activeDays"
                    value={value}
                    size="xs"
                    variant="outline"
                    aria-label={`On ${name}`}
                  >
                    {name.slice(0, 2)}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          </Input.Wrapper>
        </Group>
      )}
    </Stack>
  )
}
