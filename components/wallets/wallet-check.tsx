'use client'

import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type Action, useAction } from '@/components/forms'
import { ConfirmButton, DataTable, figureColumn, RefusalAlert } from '@/components/ui'
import { currentTimeZone, formatCredits, formatDuration, formatMoment, formatWithUnit } from '@/lib/kernel'
import type { WalletCheckVerdict, WalletCheckView } from '@/lib/keys/wallet-check'

type OnWallet = Action<{ team: string; walletId: string }>

interface WalletCheckProps {
  readonly team: string
  readonly walletId: string
  readonly check: WalletCheckView | null
  /** Keys that may be in use elsewhere. */
  readonly keys: readonly { readonly id: string; readonly name: string; readonly prefix: string }[]
  /** Null for people without permission. */
  readonly actions: {
    readonly start: OnWallet
    readonly read: Action<{ team: string; walletId: string; disabledKeyId: string }>
    readonly end: OnWallet
  } | null
}

/** Finds out which key somebody else uses: our own calls are refused, and keys are revoked one after another. */
export function WalletCheck({ team, walletId, check, keys, actions }: WalletCheckProps) {
  if (!check)
    return actions ? (
      <StartCheck team={team} walletId={walletId} start={actions.start} />
    ) : (
      <Text size="sm">No check is under way. An admin can start one.</Text>
    )
  return (
    <Stack gap="sm">
      <Alert
        color="orange"
        variant="light"
        title="Calls with this wallet’s keys are refused until the check ends"
      >
        {check.startedByName} started this check on {formatMoment(check.startedAt)}.
      </Alert>
      <Text role="status">{describeVerdict(check.verdict, keys)}</Text>
      <DataTable<WalletCheckView['steps'][number]>
        caption="Readings of this check"
        minWidth={420}
        rows={check.steps}
        keyOf={({ at }) => at.toISOString()}
        columns={[
          { key: 'at', label: `Read (${currentTimeZone()})`, render: ({ at }) => formatMoment(at) },
          figureColumn('balance', 'Balance', ({ balanceNano }) => formatCredits(balanceNano)),
          {
            key: 'state',
            label: 'Meanwhile',
            render: ({ inFlight, disabledKeyId }) => {
              const key = keys.find(({ id }) => id === disabledKeyId)
              if (key) return `“${key.name}” was revoked`
              return inFlight > 0 ? `${inFlight} of our calls were still running` : 'None of our calls ran'
            },
          },
        ]}
      />
      {actions && <CheckSteps team={team} walletId={walletId} check={check} keys={keys} actions={actions} />}
    </Stack>
  )
}

interface StartCheckProps extends Pick<WalletCheckProps, 'team' | 'walletId'> {
  readonly start: OnWallet
}

function StartCheck({ team, walletId, start }: StartCheckProps) {
  const { call } = useAction(start, 'The wallet check has started.')
  return (
    <ConfirmButton
      label="Start wallet check"
      size="sm"
      title="Start the wallet check?"
      text="Until you end it, runs and services that use this wallet are refused. Readings of the balance cost nothing."
      confirmLabel="Refuse calls and start"
      onConfirm={() => call({ team, walletId })}
    />
  )
}

interface CheckStepsProps extends Pick<WalletCheckProps, 'team' | 'walletId' | 'keys'> {
  readonly check: WalletCheckView
  readonly actions: NonNullable<WalletCheckProps['actions']>
}

function CheckSteps({ team, walletId, check, keys, actions }: CheckStepsProps) {
  const [disabledKeyId, setDisabledKeyId] = useState('')
  const reading = useAction(actions.read, 'The balance was read.')
  const ending = useAction(actions.end, 'The wallet check has ended.')
  const tried = new Set(check.steps.map((step) => step.disabledKeyId))
  const read = async () => {
    const { ok } = await reading.call({ team, walletId, disabledKeyId })
    if (ok) setDisabledKeyId('')
  }
  return (
    <Stack gap="xs">
      <RefusalAlert refusal={reading.refusal ?? ending.refusal} />
      <Group align="flex-end" gap="xs">
        <NativeSelect
          label="Revoked by the provider since the last reading"
          value={disabledKeyId}
          onChange={(event) => setDisabledKeyId(event.currentTarget.value)}
          data={[
            { value: '', label: 'No key' },
            ...keys
              .filter(({ id }) => !tried.has(id))
              .map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix}…)` })),
          ]}
        />
        <Button variant="default" loading={reading.isPending} onClick={read}>
          Read the balance
        </Button>
        <Button variant="default" loading={ending.isPending} onClick={() => ending.call({ team, walletId })}>
          End the check
        </Button>
      </Group>
    </Stack>
  )
}

/** Describes what a check has shown so far, and what to do next. */
function describeVerdict(verdict: WalletCheckVerdict, keys: WalletCheckProps['keys']): string {
  switch (verdict.kind) {
    case 'read-again':
      return 'Wait a little, then read the balance again: two readings are needed while none of our calls is running.'
    case 'quiet':
      return `Nothing was spent in ${formatDuration(verdict.sinceMs)}. Wait longer and read again, or end the check.`
    case 'spending':
      return `Someone else spent ${formatWithUnit(verdict.nano)} in ${formatDuration(verdict.sinceMs)}. Ask the provider to revoke one key, say which below, and read again: when the spending stops, it was that key.`
    case 'found': {
      const key = keys.find(({ id }) => id === verdict.keyId)
      return `It was ${key ? `“${key.name}” (${key.prefix}…)` : 'the key that was revoked last'}: since it is revoked, nothing is spent any more. Delete it here, and end the check.`
    }
  }
}
