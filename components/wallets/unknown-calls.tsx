'use client'

import { Button, Checkbox, Group, Radio, RadioGroup, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Action, formFieldText, SaveForm } from '@/components/forms'
import { DataTable, Dialog, Dimmed, DrawerCloseContext, readStored, writeStored } from '@/components/ui'
import {
  currentTimeZone,
  formatPlural,
  formatShortMoment,
  formatWithUnit,
  localiseStoredText,
  UNKNOWN_FIGURE,
} from '@/lib/kernel'
import type { LostCallGroup, UnknownView } from '@/lib/money/statements'
import { describeLostCall, LostCallLink } from './resolved-calls'

type Finding = 'charged' | 'uncharged' | 'balance'

interface UnknownCallsProps {
  readonly team: string
  readonly calls: readonly UnknownView[]
  /** Calls whose common cost the balance shows. */
  readonly sums: readonly LostCallGroup[]
  /** Maximum number of calls that are resolved in one step. */
  readonly maxChosen: number
  /** Null for people who may not resolve them. */
  readonly resolve: Action<{
    team: string
    attemptIds: string[]
    finding: Finding
    items?: number
    note: string
  }> | null
}

/** Lists calls whose answer was lost and that nobody has resolved, and resolves the selected ones in one step. */
export function UnknownCalls({ team, calls, sums, maxChosen, resolve }: UnknownCallsProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isOpen, setOpen] = useState(false)
  // Those that were resolved meanwhile are no longer listed.
  const shown = calls.filter(({ attemptId }) => chosen.has(attemptId))
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((now) => {
      const next = new Set(now)
      for (const id of ids) isChosen ? next.add(id) : next.delete(id)
      return next
    })
  const all = calls.map(({ attemptId }) => attemptId)
  const close = () => setOpen(false)
  const sumOf = ({ attemptId }: UnknownView) => sums.find(({ attemptIds }) => attemptIds.includes(attemptId))
  return (
    <Stack gap="sm">
      {resolve && (
        <Group justify="space-between">
          <Checkbox
            label={calls.length === 1 ? 'Select it' : `Select all ${calls.length}`}
            checked={shown.length === calls.length}
            indeterminate={shown.length > 0 && shown.length < calls.length}
            onChange={({ currentTarget }) => choose(all, currentTarget.checked)}
          />
          <Group gap="sm">
            {shown.length > maxChosen && (
              <Text size="sm" role="alert">
                Select at most {maxChosen} at a time.
              </Text>
            )}
            <Button disabled={shown.length === 0 || shown.length > maxChosen} onClick={() => setOpen(true)}>
              {shown.length === 0 ? 'Resolve' : `Resolve ${formatPlural(shown.length, 'call')}`}
            </Button>
          </Group>
        </Group>
      )}
      <DataTable<UnknownView>
        caption={`Unknown calls, times in ${currentTimeZone()}`}
        minWidth={880}
        rows={calls}
        keyOf={({ attemptId }) => attemptId}
        columns={[
          {
            key: 'call',
            label: 'Call',
            render: (call) => (
              <Group gap="sm" wrap="nowrap">
                {resolve && (
                  <Checkbox
                    aria-label={`Select ${describeLostCall(call)}, ${formatShortMoment(call.at)}`}
                    checked={chosen.has(call.attemptId)}
                    onChange={({ currentTarget }) => choose([call.attemptId], currentTarget.checked)}
                  />
                )}
                <LostCallLink team={team} call={call} />
              </Group>
            ),
          },
          { key: 'at', label: 'Sent', onCard: 'line', render: ({ at }) => formatShortMoment(at) },
          {
            key: 'by',
            label: 'By',
            onCard: 'line',
            render: ({ memberName, keyPrefix, environmentName }) => (
              <>
                {memberName}{' '}
                <Dimmed span size="xs">
                  {keyPrefix}… · {environmentName}
                </Dimmed>
              </>
            ),
          },
          {
            key: 'why',
            label: 'What happened',
            onCard: 'wide',
            render: ({ why }) => localiseStoredText(why).replace(/\.$/, ''),
          },
          {
            key: 'most',
            label: 'At most',
            isNumeric: true,
            render: ({ maxItems, maxNano }) => (
              <>
                <span>{maxNano === null ? UNKNOWN_FIGURE : formatWithUnit(maxNano)}</span>
                <Dimmed size="xs">{formatPlural(maxItems, 'item')}</Dimmed>
              </>
            ),
          },
          {
            key: 'balance',
            label: 'Seen in balance',
            isNumeric: true,
            onCard: (call) => (sumOf(call) ? undefined : 'none'),
            render: (call) => {
              const sum = sumOf(call)
              return sum ? balanceWords(sum) : UNKNOWN_FIGURE
            },
          },
        ]}
      />
      {resolve && (
        <Dialog
          isOpen={isOpen}
          onClose={close}
          title={`Resolve ${formatPlural(shown.length, 'call')}`}
          place="middle"
        >
          <DrawerCloseContext value={close}>
            <ResolveForm team={team} calls={shown} sums={sums} resolve={resolve} />
          </DrawerCloseContext>
        </Dialog>
      )}
    </Stack>
  )
}

const balanceWords = ({ nano, attemptIds }: LostCallGroup): string => {
  const cost = nano === 0n ? 'No charge' : formatWithUnit(nano)
  return attemptIds.length === 1 ? cost : `${cost} for ${formatPlural(attemptIds.length, 'call')}`
}

/** Name under which the browser keeps the last reason, because the next calls mostly have the same. */
const KEPT_REASON = 'purser-resolve-reason'

interface ResolveFormProps extends Pick<UnknownCallsProps, 'team' | 'calls' | 'sums'> {
  readonly resolve: NonNullable<UnknownCallsProps['resolve']>
}

function ResolveForm({ team, calls, sums, resolve }: ResolveFormProps) {
  const [finding, setFinding] = useState<Finding>('uncharged')
  const ids = calls.map(({ attemptId }) => attemptId)
  const [only] = calls.length === 1 ? calls : []
  const together = sums.filter(({ attemptIds }) => attemptIds.some((id) => ids.includes(id)))
  const covered = new Set(together.flatMap(({ attemptIds }) => attemptIds))
  const isKnown = ids.every((id) => covered.has(id))
  const save = (form: FormData) => {
    const [note, items] = [formFieldText(form, 'note'), form.get('items')]
    if (note !== '') writeStored('sessionStorage', KEPT_REASON, note)
    return resolve({
      team,
      attemptIds: ids,
      finding,
      note,
      ...(only && { items: Number(items ?? 0) }),
    })
  }
  const [one, none] = only
    ? ['It was charged', 'It was not charged']
    : ['All were charged', 'None were charged']
  return (
    <SaveForm submitLabel="Resolve" message="The calls were resolved." save={save}>
      {(faults) => (
        <>
          <RadioGroup
            aria-label="What happened to them"
            value={finding}
            onChange={(value) => setFinding(FINDINGS.find((each) => each === value) ?? 'uncharged')}
            error={faults.finding ?? faults.attemptIds}
          >
            <Stack gap="xs">
              <Radio value="uncharged" label={none} />
              <Radio
                value="charged"
                label={one}
                description={!only && 'Each is counted at the most it may have cost.'}
              />
              <Radio
                value="balance"
                disabled={!isKnown}
                label="As the balance shows"
                description={
                  isKnown
                    ? `${together.map(balanceWords).join('; ')}. Each call is counted with its share.`
                    : `The balance does not show what ${only ? 'it' : 'they'} cost.`
                }
              />
            </Stack>
          </RadioGroup>
          {only && finding === 'charged' && (
            <TextInput
              label="Items"
              name="items"
              inputMode="numeric"
              required
              maw={120}
              defaultValue={only.maxItems}
              error={faults.items}
            />
          )}
          {finding !== 'balance' && (
            <Textarea
              label="How do you know?"
              name="note"
              required
              autosize
              defaultValue={readStored('sessionStorage', KEPT_REASON) ?? ''}
              error={faults.note}
            />
          )}
        </>
      )}
    </SaveForm>
  )
}

const FINDINGS = ['charged', 'uncharged', 'balance'] as const satisfies readonly Finding[]
