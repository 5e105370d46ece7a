import { Text } from '@mantine/core'
import { FrontPage } from '@/components/account'

export default function ConfirmNotFound() {
  return (
    <FrontPage title="This link cannot be used">
      <Text>
        The address is confirmed already, a later mail has another link, or the channel was deleted.
      </Text>
    </FrontPage>
  )
}
