'use client'

import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type Action, formFieldText, SaveForm, useAction } from '@/components/forms'
import { KeyField, OpenedDialog, type Refusal, RefusalAlert, showMessage } from '@/components/ui'
import { formatAgo, formatPlural, formatWithUnit } from '@/lib/kernel'
import type { LeakReport } from '@/lib/keys/keys'
import type { RecognisedKey } from '@/lib/keys/services'
import type { KeyAction } from './key-row'
import { LeakDialog } from './leak-dialog'

export interface PastedLeakProps {
  readonly team: string
  readonly now: Date
  readonly recognise: Action<{ team: string; key: string }, RecognisedKey>
  readonly reportLeak: KeyAction<LeakReport>
  readonly revoke: Action<{ team: string; gatewayKeyId: string }>
  readonly isOpen: boolean
  onClose(): void
}

/** Identifies a pasted key, then ends it: a gateway key is revoked, an upstream key disabled and reported. */
export function PastedLeak(props: PastedLeakProps) {
  const { team, now, recognise, reportLeak, revoke, isOpen, onClose } = props
  const router = useRouter()
  const [found, setFound] = useState<RecognisedKey | null>(null)
  const [report, setReport] = useState<LeakReport | null>(null)
  const [revoking, reporting] = [useAction(revoke), useAction(reportLeak)]
  const end = async () => {
    if (found?.kind === 'gateway') {
      const { ok } = await revoking.call({ team, gatewayKeyId: found.gatewayKeyId })
      if (!ok) return
      showMessage(`${found.prefix}… was revoked: it is refused everywhere now.`)
      onClose()
    } else if (found) {
      const { data } = await reporting.call({ team, keyId: found.keyId })
      if (!data) return
      onClose()
      setReport(data)
    }
    router.refresh()
  }
  return (
    <>
      <OpenedDialog
        isOpen={isOpen}
        onClose={onClose}
        onClosed={() => setFound(null)}
        title="Report a leaked key"
      >
        {found === null ? (
          <SaveForm
            submitLabel="Find the key"
            save={(form) => recognise({ team, key: formFieldText(form, 'key') })}
            onDone={(key) => setFound(key ?? null)}
          >
            {(errors) => (
              <KeyField
                label="The key you found"
                name="key"
                description="An API key or a gateway key. It is compared with the team’s keys and not stored."
                required
                error={errors.key}
              />
            )}
          </SaveForm>
        ) : (
          <RecognisedLeak
            found={found}
            now={now}
            isPending={revoking.isPending || reporting.isPending}
            refusal={revoking.refusal ?? reporting.refusal}
            onConfirm={end}
            onClose={onClose}
          />
        )}
      </OpenedDialog>
      <LeakDialog report={report} onClose={() => setReport(null)} />
    </>
  )
}

interface RecognisedLeakProps {
  readonly found: RecognisedKey
  readonly now: Date
  readonly isPending: boolean
  readonly refusal: Refusal | null
  onConfirm(): void
  onClose(): void
}

/** Says which key was found, and what ending it does. Asks once. */
function RecognisedLeak(props: RecognisedLeakProps) {
  const { found, now, isPending, refusal, onConfirm, onClose } = props
  const isGateway = found.kind === 'gateway'
  return (
    <Stack>
      <RefusalAlert refusal={refusal} />
      {isGateway ? <GatewayKey found={found} now={now} /> : <UpstreamKey found={found} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button color="red" loading={isPending} onClick={onConfirm}>
          {isGateway ? 'Revoke gateway key' : 'Disable and write the message'}
        </Button>
      </Group>
    </Stack>
  )
}

type GatewayFound = Extract<RecognisedKey, { kind: 'gateway' }>

function GatewayKey({ found, now }: { readonly found: GatewayFound; readonly now: Date }) {
  const { prefix, serviceName, lastUsedAt, used } = found
  return (
    <>
      <Text size="sm">
        <Code>{prefix}…</Code> is a gateway key of the service <b>{serviceName}</b>.{' '}
        {lastUsedAt ? `It was last used ${formatAgo(lastUsedAt, now)}.` : 'It was never used.'}
      </Text>
      <Text size="sm">
        In the last {used.days} days {serviceName} made {formatPlural(used.calls, 'call')} with all of its
        gateway keys: {formatPlural(used.items, 'item')}, {formatWithUnit(used.chargeNano)}.
      </Text>
      <Text size="sm">
        Once revoked, it is refused everywhere within five seconds. The API has never seen it, so nobody else
        has to do anything. If the service must not stop, create another one for it first.
      </Text>
    </>
  )
}

type UpstreamFound = Extract<RecognisedKey, { kind: 'upstream' }>

const UpstreamKey = ({ found: { name, prefix } }: { readonly found: UpstreamFound }) => (
  <Text size="sm">
    <Code>{prefix}…</Code> is the API key <b>{name}</b>. It is disabled here at once, and you get a message
    for the provider, who can revoke it.
  </Text>
)
