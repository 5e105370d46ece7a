'use client'

import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type Action, SaveForm } from '@/components/forms'
import { asReadHere, formatMoment, inUnit, plural } from '@/lib/kernel'
import type { UnknownView } from '@/lib/money/statements'
import { nameOf, WhatWasAsked } from './asked-call'

type Finding = 'charged' | 'uncharged'

interface UnknownCallsProps {
  readonly team: string
  readonly calls: readonly UnknownView[]
  readonly timeZone: string
  /** Null for people who may not resolve them. */
  readonly resolve: Action<{
    team: string
    attemptId: string
    finding: Finding
    items: number
    note: string
  }> | null
}

/** Lists calls whose answer was lost and that nobody has resolved: why, and what they may have cost. */
export function UnknownCalls({ team, calls, timeZone, resolve }: UnknownCallsProps) {
  return (
    <Stack gap="lg">
      {calls.map((call) => (
        <Stack key={call.attemptId} gap="xs">
          <Text size="sm">
            <WhatWasAsked team={team} call={call} />, by {call.memberName} with {call.keyPrefix}… in{' '}
            {call.environmentName}, {formatMoment(call.at, timeZone)} ({timeZone}):{' '}
            {asReadHere(call.why).replace(/\.$/, '')}. {describeMost(call)}
          </Text>
          {resolve && <OpenedForm team={team} call={call} resolve={resolve} />}
        </Stack>
      ))}
    </Stack>
  )
}

function describeMost({ mostItems, mostNano }: UnknownView): string {
  const cost = mostNano === null ? '' : ` (${inUnit(mostNano)})`
  return `It was charged for at most ${plural(mostItems, 'item')}${cost}, or not at all.`
}

const CHOICES = [
  { value: 'charged', label: 'It was charged' },
  { value: 'uncharged', label: 'It was not charged' },
]

interface FormProps {
  readonly team: string
  readonly call: UnknownView
  readonly resolve: NonNullable<UnknownCallsProps['resolve']>
}

/** Renders a form that opens on its button, because a hundred of them at once took most of the page's time. */
function OpenedForm(props: FormProps) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <ResolveForm {...props} />
  return (
    <Group>
      <Button
        size="xs"
        variant="default"
        onClick={() => setOpen(true)}
        aria-label={`Resolve ${nameOf(props.call)}`}
      >
        Resolve…
      </Button>
    </Group>
  )
}

function ResolveForm({ team, call, resolve }: FormProps) {
  const { attemptId } = call
  const [finding, setFinding] = useState<Finding>('uncharged')
  // The button that opened it has gone, and the focus with it.
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const save = (form: FormData) =>
    resolve({
      team,
      attemptId,
      finding,
      items: Number(form.get('items') ?? 0),
      note: String(form.get('note') ?? ''),
    })
  return (
    <SaveForm submitLabel="Resolve" message="Your note on the call was saved." save={save} isRow>
      {(errors) => (
        <Group align="flex-end" gap="xs">
          <SegmentedControl
            aria-label={`Resolve ${nameOf(call)}`}
            data={CHOICES}
            value={finding}
            onChange={(value) => setFinding(value === 'charged' ? 'charged' : 'uncharged')}
          />
          {finding === 'charged' && (
            <TextInput label="Items" name="items" inputMode="numeric" required w={90} error={errors.items} />
          )}
          <TextInput ref={first} label="How you know" name="note" required error={errors.note} />
        </Group>
      )}
    </SaveForm>
  )
}
