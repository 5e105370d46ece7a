'use client'

import type { Action } from '@/components/forms'
import type { StoredItems } from '@/lib/collect/items'
import { KeepForm } from './keep-form'
import { describeKept, describeLoss } from './kept-items'
import { choicesOf } from './kept-time'

interface Input {
  team: string
  days: number | null
}

interface KeepItemsFormProps {
  readonly team: string
  /** Number of days for which items are kept now; null for ever. */
  readonly days: number | null
  readonly measure: Action<Input, StoredItems>
  readonly keep: Action<Input>
}

const CHOICES = choicesOf('day', [7, 30, 90, 365])

/** Chooses how long items are kept. */
export const KeepItemsForm = ({ team, days, measure, keep }: KeepItemsFormProps) => (
  <KeepForm
    label="Keep items"
    submitLabel="Save retention of items"
    choices={CHOICES}
    now={days}
    field={{ label: 'Days', name: 'days', least: 1 }}
    describe={describeKept}
    question={{
      title: 'Keep items for a shorter time?',
      confirm: 'Keep them for a shorter time',
      text: describeLoss,
    }}
    measure={(time) => measure({ team, days: time })}
    keep={(time) => keep({ team, days: time })}
  />
)
