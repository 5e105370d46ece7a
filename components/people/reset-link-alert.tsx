import { Alert, Code, Group, Text } from '@mantine/core'
import { CopyButton } from '@/components/ui'
import { formatMoment } from '@/lib/kernel'

/** A link for a new password. It is shown only once, since only its hash is kept. */
export function ResetLinkAlert(props: {
  readonly href: string
  readonly name: string
  readonly until: Date
}) {
  const { href, name, until } = props
  return (
    <Alert role="status" variant="light" title={`Pass this link on to ${name}; it is shown only once`}>
      <Group gap="xs" wrap="nowrap">
        <Code style={{ overflowWrap: 'anywhere' }}>{href}</Code>
        <CopyButton value={href} label="Copy the link" />
      </Group>
      <Text size="sm" mt={4}>
        It sets a new password, once, until {formatMoment(until, 'UTC')} (UTC). All sessions of {name} then
        end.
      </Text>
    </Alert>
  )
}
