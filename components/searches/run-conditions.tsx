'use client'

import { Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Conditions } from '@/components/runs/use-start-run'
import { Dimmed } from '@/components/ui'
import {
  currentTimeZone,
  currentUnit,
  formatCount,
  localiseNumber,
  parseTypedCount,
  toPlainNumber,
} from '@/lib/kernel'

interface RunConditionsProps {
  readonly conditions: Omit<Conditions, 'capItems'>
  /** True if the result comes in time order. */
  readonly isByTime: boolean
  /** True for a search of many subjects, of which some are bought at once. */
  readonly isMany: boolean
  /** True if it stops where nothing more is new unless somebody chooses otherwise. */
  readonly stopsByItself: boolean
  readonly errors: Readonly<Record<string, string>>
  set(change: Partial<Omit<Conditions, 'capItems'>>): void
}

/** Chooses where a background run stops, besides its cap in items. */
export function RunConditions(props: RunConditionsProps) {
  const { conditions, isByTime, isMany, stopsByItself, errors, set } = props
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <CreditsCapInput
          value={conditions.capCredits}
          error={errors.capCredits}
          onChange={(capCredits) => set({ capCredits })}
        />
        {isByTime && (
          <TextInput
            type="datetime-local"
            label={`Stop at posts before (${currentTimeZone()})`}
            value={conditions.untilAt ?? ''}
            onChange={(event) => set({ untilAt: event.currentTarget.value || null })}
            error={errors.untilAt}
          />
        )}
        <Checkbox
          label="Stop at known items"
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
      {!isMany && (
        <Dimmed>
          A run buys one page after another, never two at once: only a page says where the next one begins. To
          use more of a key’s pace, run several searches at the same time.
        </Dimmed>
      )}
    </Stack>
  )
}

/** The meaning of a typed cap: items, null for none, or why it cannot be used. */
type TypedCap = { readonly items: number | null; readonly error: null } | { readonly error: string }

/** Reads a cap as a person types it. Nothing is dropped silently: a run without the intended cap may buy everything. */
export function readCap(typed: string, minItems: number): TypedCap {
  const items = parseTypedCount(typed)
  if (items === null || (items >= minItems && items < 1e9)) return { items, error: null }
  return { error: `Enter ${formatCount(minItems)} items or more, or leave it empty.` }
}

interface CapInputProps {
  readonly typed: string
  readonly isRefused: boolean
  /** Id of the text that says why. */
  readonly reasonId: string
  onChange(typed: string): void
}

/** Edits the maximum number of items that a run may buy. What is typed stays as it is. */
export const CapInput = ({ typed, isRefused, reasonId, onChange }: CapInputProps) => (
  <TextInput
    label="Stop after (items)"
    placeholder="No cap"
    inputMode="numeric"
    autoComplete="off"
    w={150}
    value={typed}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    error={isRefused}
    {...(isRefused && { 'aria-errormessage': reasonId })}
  />
)

interface CreditsCapInputProps {
  /** Decimal text; null for none. */
  readonly value: string | null
  readonly error: string | undefined
  onChange(value: string | null): void
}

/** Edits the maximum that a run may spend. */
export function CreditsCapInput({ value, error, onChange }: CreditsCapInputProps) {
  const [typed, setTyped] = useState(localiseNumber(value ?? ''))
  return (
    <TextInput
      label={`Stop after (${currentUnit()})`}
      placeholder="No cap"
      inputMode="decimal"
      autoComplete="off"
      w={170}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(toPlainNumber(currentTarget.value) || null)
      }}
      error={error}
    />
  )
}

/** A key that a run can be given. */
export interface KeyChoice {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly environmentId: string
  readonly environmentName: string
  readonly walletId: string
  readonly pack: string | null
}

/**
 * Names a key in the space of a field, also on a phone: most keys are named after their environment, which then adds
 * nothing. What the key allows is shown below the field.
 */
export function keyLabel({
  name,
  prefix,
  environmentName,
}: Pick<KeyChoice, 'name' | 'prefix' | 'environmentName'>): string {
  const key = `${name} (${prefix}…)`
  return name.toLowerCase() === environmentName.toLowerCase() ? key : `${environmentName} · ${key}`
}
