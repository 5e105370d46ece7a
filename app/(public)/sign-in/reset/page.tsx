import { Code, Group, Stack, Text } from '@mantine/core'
import { FrontPage, ResetRequestForm } from '@/components/account'
import { AppLink, CopyButton, Dimmed } from '@/components/ui'
import { currentRuntime } from '@/lib/server/runtime'
import { requestResetAction } from './actions'

export const metadata = { title: 'Forgotten password' }

const COMMAND = 'npm run purser -- reset-password you@example.org'

export default function ResetRequestPage() {
  const { canMail } = currentRuntime()
  return (
    <FrontPage title="Forgotten password">
      {canMail ? <ResetRequestForm request={requestResetAction} /> : <WithoutMail />}
      <AppLink href="/sign-in" isApart>
        Back to sign in
      </AppLink>
    </FrontPage>
  )
}

const WithoutMail = () => (
  <Stack gap="md">
    <Text>
      Ask an installation admin for a link that sets a new password. No mail server is set up, so Purser
      cannot e-mail you one.
    </Text>
    <div>
      <Dimmed>Do you run Purser? On its machine this command prints a link for your address:</Dimmed>
      <Group gap={4} wrap="nowrap">
        <Code>{COMMAND}</Code>
        <CopyButton value={COMMAND} label="Copy the command" />
      </Group>
    </div>
  </Stack>
)
