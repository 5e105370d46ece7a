'use client'

import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type Action, SaveForm } from '@/components/forms'
import { formatMoment, formatPlural, formatWithUnit, localiseStoredText, type Nano } from '@/lib/kernel'
import type { LostCallGroup as Sum, UnknownView } from '@/lib/money/statements'
import { describeLostCall, LostCallLink } from './resolved-calls'

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
            <LostCallLink team={team} call={call} />, by {call.memberName} with {call.keyPrefix}… in{' '}
            {call.environmentName}, {formatMoment(call.at, timeZone)} ({timeZone}):{' '}
            {localiseStoredText(call.why).replace(/\.$/, '')}. {describeMost(call)}
          </Text>
          {resolve && <OpenedForm team={team} call={call} resolve={resolve} />}
        </Stack>
      ))}
    </Stack>
  )
}

function describeMost({ maxItems, maxNano }: UnknownView): string {
  const cost = maxNano === null ? '' : ` (${formatWithUnit(maxNano)})`
  return `It was charged for at most ${formatPlural(maxItems, 'item')}${cost}, or not at all.`
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
        aria-label={`Resolve ${describeLostCall(props.call)}`}
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
            aria-label={`Resolve ${describeLostCall(call)}`}
            data={CHOICES}
            value={finding}
            onChange={(value) => setFinding(value === 'charged' ? 'charged' : 'uncharged')}
          />
          {finding === 'charged' && (
            <TextInput label="Items" name="items" inputMode="numeric" required w={90} error={errors.items} />
          )}
          <TextInput ref={first} label="How do you know?" name="note" required error={errors.note} />
        </Group>
      )}
    </SaveForm>
  )
}

interface LostTogetherProps {
  readonly team: string
  readonly sums: readonly Sum[]
  readonly timeZone: string
  /** Null for people who may not resolve them. */
  readonly resolve: Action<{ team: string; walletId: string; attemptId: string }> | null
}

/** Lists lost calls whose sum the readings show: all of a window are resolved by it in one step. */
export function LostCallSums({ team, sums, timeZone, resolve }: LostTogetherProps) {
  return (
    <Stack gap="sm">
      {sums.map(({ walletId, walletName, from, to, nano, attemptIds }) => {
        const [attemptId = ''] = attemptIds
        const calls = formatPlural(attemptIds.length, 'call')
        return (
          <Group key={attemptId} justify="space-between" align="center">
            <Text size="sm" style={{ flex: 1, minWidth: 260 }}>
              {calls} on “{walletName}”, lost between {formatMoment(from, timeZone)} and{' '}
              {formatMoment(to, timeZone)} ({timeZone}). {chargedWords(nano, attemptIds.length)}
            </Text>
            {resolve && (
              <SaveForm
                submitLabel={`Resolve ${calls} by this sum`}
                message="Each call counts with its share of the sum now."
                save={() => resolve({ team, walletId, attemptId })}
                isRow
              >
                {() => null}
              </SaveForm>
            )}
          </Group>
        )
      })}
    </Stack>
  )
}

/** Says what the balance reveals about this many lost calls. */
const chargedWords = (nano: Nano, calls: number): string => {
  const [it, was] = calls === 1 ? ['it', 'was'] : ['they', 'were']
  return nano === 0n
    ? `The balance fell by no more than the other pages cost, so ${it} ${was} not charged.`
    : `The balance fell by ${formatWithUnit(nano)} more than the other pages cost, so that is what ${it} cost.`
}
