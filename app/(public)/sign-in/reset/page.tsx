import { Code, Text } from '@mantine/core'
import { FrontPage, ResetRequestForm } from '@/components/account'
import { LinkTo } from '@/components/ui'
import { currentRuntime } from '@/lib/server/runtime'
import { requestResetAction } from './actions'

export const metadata = { title: 'New password' }

export default function ResetRequestPage() {
  const { canMail } = currentRuntime()
  return (
    <FrontPage title="Set a new password">
      {canMail ? (
        <ResetRequestForm request={requestResetAction} />
      ) : (
        <Text>
          This Purser sends no mail. Ask an installation admin for a link: they create one on the page People.
          The person who runs Purser can create one on its machine:{' '}
          <Code style={{ display: 'inline-block' }}>npm run reset-password -- ADDRESS</Code>
        </Text>
      )}
      <LinkTo href="/sign-in" size="sm" isApart>
        Sign in
      </LinkTo>
    </FrontPage>
  )
}
