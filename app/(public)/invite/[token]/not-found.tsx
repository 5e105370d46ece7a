import { Text } from '@mantine/core'
import { FrontPage } from '@/components/account'

export default function InviteNotFound() {
  return (
    <FrontPage title="This invite cannot be used">
      <Text>
        An invite link works once, for seven days, until an admin withdraws it. Ask an admin of the team for a
        new one.
      </Text>
    </FrontPage>
  )
}
