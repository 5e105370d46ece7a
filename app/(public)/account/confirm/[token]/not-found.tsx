import { Text } from '@mantine/core'
import { FrontPage } from '@/components/account'
import { AppLink } from '@/components/ui'

export default function ConfirmNotFound() {
  return (
    <FrontPage title="This link cannot be used">
      <Text>
        The address is confirmed already, a later mail has another link, or the channel was deleted. If alerts
        do not arrive, ask an admin of the team to send the confirmation again.
      </Text>
      <AppLink href="/" isApart>
        Go to Purser
      </AppLink>
    </FrontPage>
  )
}
