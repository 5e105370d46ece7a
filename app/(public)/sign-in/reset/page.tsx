import { Code, Group, Stack, Text, Title } from '@mantine/core'
import { FrontPage, ResetRequestForm } from '@/components/account'
import { CopyButton, LinkTo } from '@/components/ui'
import { currentRuntime } from '@/lib/server/runtime'
import { requestResetAction } from './actions'

export const metadata = { title: 'Forgotten password' }

const COMMAND = 'npm run reset-password -- ADDRESS'

export default function ResetRequestPage() {
  const { canMail } = currentRuntime()
  return (
    <FrontPage title="Forgotten password">
      {canMail ? <ResetRequestForm request={requestResetAction} /> : <WithoutMail />}
      <LinkTo href="/sign-in" size="sm" isApart>
        Sign in
      </LinkTo>
    </FrontPage>
  )
}

const WithoutMail = () => (
  <Stack gap="md">
    <Text>
      Ask an installation admin for a link that sets a new password: they create one on the page People. This
      Purser sends no mail.
    </Text>
    <div>
      <Title order={2} size="h5">
        For the operator
      </Title>
      <Text size="sm">The person who runs Purser can create the link on its machine:</Text>
      <Group gap={4} wrap="nowrap">
        <Code>{COMMAND}</Code>
        <CopyButton value={COMMAND} label="Copy the command" />
      </Group>
    </div>
  </Stack>
)
