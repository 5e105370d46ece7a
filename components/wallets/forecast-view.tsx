'use client'

import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { CALENDAR_PERIOD_OPTIONS } from '@/components/budgets'
import { type Action, RefusableForm, useAction } from '@/components/forms'
import { NANO_PER_CREDIT, type Nano, nanoToText } from '@/lib/kernel'
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
  /** Daily spend, which the presets raise; 0 if it is not known. */
  readonly perDayNano: Nano
  readonly ask: Action<{ team: string; walletId: string } & WhatIf, Forecast | null>
}

const NOTHING: WhatIf = { extraPerDay: '', stopAt: '', stopPeriod: 'month' }
const isAsked = ({ extraPerDay, stopAt }: WhatIf): boolean => extraPerDay !== '' || stopAt !== ''
/** A forecast takes the server some work, so it waits for the rest of a number. */
const TYPING_MS = 400

/** Returns an amount as it would be typed, without a fraction that says nothing. */
const typed = (nano: Nano): string =>
  nanoToText(nano < 10n * NANO_PER_CREDIT ? nano : nano - (nano % NANO_PER_CREDIT))

/** Says when the wallet runs out, in a sentence; "What if" moves that while somebody types, and changes nothing. */
export function ForecastView(props: ForecastViewProps) {
  const { team, walletId, text, unit, hasForecast, perDayNano, ask } = props
  const [wished, setWished] = useState(NOTHING)
  const [changed, setChanged] = useState<Forecast | null>(null)
  const { call, refusal, reset } = useAction(ask)
  const newest = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(newest.current), [])
  const show = (change: Partial<WhatIf>, wait = 0) => {
    const next = { ...wished, ...change }
    setWished(next)
    clearTimeout(newest.current)
    if (!isAsked(next)) {
      reset()
      return setChanged(null)
    }
    const timer = setTimeout(async () => {
      const { ok, data } = await call({ team, walletId, ...next })
      // Somebody may have typed on.
      if (newest.current === timer) setChanged(ok ? (data ?? null) : null)
    }, wait)
    newest.current = timer
  }
  const presets = [
    ['+10%', perDayNano / 10n],
    ['×2', perDayNano],
  ] as const
  return (
    <Stack gap="sm">
      <Text>{text}</Text>
      <RefusableForm refusal={refusal} onSubmit={(event) => event.preventDefault()}>
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
                  value={wished.extraPerDay}
                  onChange={({ currentTarget }) => show({ extraPerDay: currentTarget.value }, TYPING_MS)}
                  error={faults.extraPerDay}
                />
                {perDayNano > 0n &&
                  presets.map(([label, nano]) => (
                    <Button
                      key={label}
                      variant="default"
                      aria-label={`Daily spend ${label}`}
                      onClick={() => show({ extraPerDay: typed(nano) })}
                    >
                      {label}
                    </Button>
                  ))}
                <TextInput
                  label={`A budget that blocks calls at (${unit})`}
                  name="stopAt"
                  inputMode="decimal"
                  w={270}
                  value={wished.stopAt}
                  onChange={({ currentTarget }) => show({ stopAt: currentTarget.value }, TYPING_MS)}
                  error={faults.stopAt}
                />
                <NativeSelect
                  label="Per"
                  name="stopPeriod"
                  data={CALENDAR_PERIOD_OPTIONS}
                  value={wished.stopPeriod}
                  onChange={({ currentTarget: { value } }) => {
                    const period = CALENDAR_PERIOD_OPTIONS.find((option) => option.value === value)
                    if (period) show({ stopPeriod: period.value })
                  }}
                  w={130}
                />
                {isAsked(wished) && (
                  <Button variant="subtle" onClick={() => show(NOTHING)}>
                    Clear
                  </Button>
                )}
              </Group>
              <Text size="sm" role="status">
                {changed ? describeForecast(changed, 'Then') : ''}
              </Text>
            </Stack>
          </details>
        )}
      </RefusableForm>
    </Stack>
  )
}
