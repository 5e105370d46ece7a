import { Text } from '@mantine/core'
import { FrontPage } from '@/components/account'
import { AppLink } from '@/components/ui'

export default function InviteNotFound() {
  return (
    <FrontPage title="This invite cannot be used">
      <Text>
        An invite link works once, for seven days, until an admin withdraws it. Ask an admin of the team for a
        new one. If you have joined already, sign in as usual.
      </Text>
      <AppLink href="/sign-in" isApart>
        Sign in
      </AppLink>
    </FrontPage>
  )
}
