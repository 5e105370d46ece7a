'use client'

import { Checkbox, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { numberSeparators } from '@/components/forms'
import type { Conditions } from '@/components/runs'
import { currentUnit } from '@/lib/kernel'

interface RunConditionsProps {
  readonly conditions: Omit<Conditions, 'capItems'>
  /** True if the result comes in time order. */
  readonly isByTime: boolean
  /** True if it stops where nothing more is new unless somebody chooses otherwise. */
  readonly stopsByItself: boolean
  readonly timeZone: string
  readonly errors: Readonly<Record<string, string>>
  set(change: Partial<Omit<Conditions, 'capItems'>>): void
}

/** Chooses where a background run stops, besides its cap in items. */
export function RunConditions(props: RunConditionsProps) {
  const { conditions, isByTime, stopsByItself, timeZone, errors, set } = props
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <NumberInput
          label={`Stop after (${currentUnit()})`}
          placeholder="No cap"
          w={170}
          min={0}
          decimalScale={9}
          allowNegative={false}
          {...numberSeparators()}
          value={conditions.capCredits ?? ''}
          onChange={(value) => set({ capCredits: value === '' ? null : String(value) })}
          error={errors.capCredits}
        />
        {isByTime && (
          <TextInput
            type="datetime-local"
            label={`Stop at posts before (${timeZone})`}
            value={conditions.untilAt ?? ''}
            onChange={(event) => set({ untilAt: event.currentTarget.value || null })}
            error={errors.untilAt}
          />
        )}
        <Checkbox
          label="Stop where nothing more is new"
          description={
            stopsByItself
              ? 'On by default: this search has run before, and its newest posts come first. Untick it to buy older posts again.'
              : undefined
          }
          maw={380}
          mb={8}
          checked={conditions.untilKnown}
          onChange={(event) => set({ untilKnown: event.currentTarget.checked })}
        />
      </Group>
      <Text size="sm" c="dimmed">
        A run buys one page after another, never two at once: only a page says where the next one begins. To
        use more of a key’s pace, run several searches at the same time.
      </Text>
    </Stack>
  )
}
