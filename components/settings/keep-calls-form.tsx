'use client'

import type { Action } from '@/components/forms'
import { KeepForm } from './keep-form'
import { describeCallsKept, describeCallsLoss } from './kept-calls'
import { choicesOf } from './kept-time'

interface Input {
  team: string
  months: number | null
}

interface KeepCallsFormProps {
  readonly team: string
  /** Number of months for which details of calls are kept now; null for ever. */
  readonly months: number | null
  readonly measure: Action<Input, number>
  readonly keep: Action<Input>
}

const CHOICES = choicesOf('month', [6, 12, 24, 36])

/** Chooses how long details of calls are kept. */
export const KeepCallsForm = ({ team, months, measure, keep }: KeepCallsFormProps) => (
  <KeepForm
    label="Keep details of calls"
    submitLabel="Save retention of details"
    choices={CHOICES}
    now={months}
    field={{ label: 'Months', name: 'months', least: 3 }}
    describe={describeCallsKept}
    question={{
      title: 'Delete old details of calls?',
      confirm: 'Delete old details',
      text: describeCallsLoss,
    }}
    measure={(time) => measure({ team, months: time })}
    keep={(time) => keep({ team, months: time })}
  />
)
