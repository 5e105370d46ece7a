'use client'

import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { CALENDAR_PERIOD_OPTIONS } from '@/components/budgets'
import { type Action, RefusableForm, useAction } from '@/components/forms'
import type { ForecastView as Forecast } from '@/lib/money/forecast'
import type { CalendarPeriod } from '@/lib/platform/calendar'
import { describeForecast } from './forecast-labels'

interface WhatIf {
  readonly extraPerDay: string
  readonly stopAt: string
  readonly stopPeriod: CalendarPeriod
}

interface ForecastViewProps {
  readonly team: string
  readonly walletId: string
  /** The moment at which it runs out, as things are. */
  readonly text: string
  readonly unit: string
  /** True if there is a forecast that “What if” can move; otherwise it is computed on request. */
  readonly hasForecast: boolean
  readonly ask: Action<{ team: string; walletId: string } & WhatIf, Forecast | null>
}

const USUAL_PERIOD: CalendarPeriod = 'month'

/** Says when the wallet runs out, in a sentence; "What if" moves that, and changes nothing. */
export function ForecastView({ team, walletId, text, unit, hasForecast, ask }: ForecastViewProps) {
  const [changed, setChanged] = useState<Forecast | null>(null)
  const { call, isPending, refusal } = useAction(ask)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const period = form.get('stopPeriod')
    const { ok, data } = await call({
      team,
      walletId,
      extraPerDay: String(form.get('extraPerDay') ?? ''),
      stopAt: String(form.get('stopAt') ?? ''),
      stopPeriod: CALENDAR_PERIOD_OPTIONS.find(({ value }) => value === period)?.value ?? USUAL_PERIOD,
    })
    if (ok) setChanged(data ?? null)
  }
  return (
    <Stack gap="sm">
      <Text>{text}</Text>
      <RefusableForm refusal={refusal} onSubmit={submit}>
        {(faults) => (
          <details open={hasForecast}>
            <Text component="summary" fw={600} size="sm">
              What if
            </Text>
            <Stack gap="xs" mt="xs">
              <Group align="flex-end" gap="xs">
                <TextInput
                  label={`More per day (${unit})`}
                  name="extraPerDay"
                  inputMode="decimal"
                  w={180}
                  error={faults.extraPerDay}
                />
                <TextInput
                  label={`A budget that blocks calls at (${unit})`}
                  name="stopAt"
                  inputMode="decimal"
                  w={270}
                  error={faults.stopAt}
                />
                <NativeSelect
                  label="Per"
                  name="stopPeriod"
                  data={CALENDAR_PERIOD_OPTIONS}
                  defaultValue={USUAL_PERIOD}
                  w={130}
                />
                <Button type="submit" variant="default" loading={isPending}>
                  Show
                </Button>
                {changed && (
                  <Button variant="subtle" onClick={() => setChanged(null)}>
                    As it is
                  </Button>
                )}
              </Group>
              <Text size="sm" role="status">
                {changed ? `What if: ${describeForecast(changed)}` : ''}
              </Text>
            </Stack>
          </details>
        )}
      </RefusableForm>
    </Stack>
  )
}
