import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { type Refusal, RefusalAlert } from '@/components/forms'
import { formatAgo, inUnit, plural } from '@/lib/kernel'
import type { RecognisedKey } from '@/lib/keys/services'

interface RecognisedLeakProps {
  readonly found: RecognisedKey
  readonly now: Date
  readonly isPending: boolean
  readonly refusal: Refusal | null
  onConfirm(): void
  onClose(): void
}

/** Says which key was found, and what ending it does. Asks once. */
export function RecognisedLeak(props: RecognisedLeakProps) {
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
        In the last {used.days} days {serviceName} made {plural(used.calls, 'call')} with all of its gateway
        keys: {plural(used.items, 'item')}, {inUnit(used.chargeNano)}.
      </Text>
      <Text size="sm">
        Revoked, it is refused everywhere within five seconds. The upstream never saw it: nobody else has to
        do anything. Create another one for the service first if it must not stop.
      </Text>
    </>
  )
}

type UpstreamFound = Extract<RecognisedKey, { kind: 'upstream' }>

const UpstreamKey = ({ found: { name, prefix } }: { readonly found: UpstreamFound }) => (
  <Text size="sm">
    <Code>{prefix}…</Code> is the upstream key <b>{name}</b>. It is disabled here at once, and you get a
    message for the provider, who can revoke it.
  </Text>
)
