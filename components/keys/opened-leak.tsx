'use client'

import { Anchor, Code, Group, Stack, Text, Textarea } from '@mantine/core'
import { CopyButton, OpenedDialog, useLazyDialog } from '@/components/ui'
import type { LeakReport } from '@/lib/keys/keys'

export interface LeakDialogProps {
  readonly report: LeakReport | null
  onClose(): void
}

/** Shows the message to the provider, ready to be sent. */
export function OpenedLeak({ report: wanted, onClose }: LeakDialogProps) {
  const report = useLazyDialog(wanted).input
  return (
    <OpenedDialog isOpen={report !== null} onClose={onClose} title="The key was disabled" size="lg">
      {report && (
        <Stack gap="sm">
          <Text size="sm">
            Ask the provider to revoke the key that begins with <Code>{report.prefix}</Code>. The prefix is
            all they need; never send the key itself.
          </Text>
          <Text size="sm">
            {report.to === null ? (
              'No support address is set up. Look it up in the provider’s documentation.'
            ) : (
              <Anchor href={mailto(report)} underline="always">
                Write to {report.to}
              </Anchor>
            )}
          </Text>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {report.subject}
            </Text>
            <CopyButton value={`${report.subject}\n\n${report.body}`} label="Copy the message" />
          </Group>
          <Textarea label="Message" value={report.body} readOnly autosize />
        </Stack>
      )}
    </OpenedDialog>
  )
}

const mailto = ({ to, subject, body }: LeakReport): string =>
  `mailto:${to ?? ''}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
