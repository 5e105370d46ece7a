import { Text } from '@mantine/core'
import { FrontPage } from '@/components/account'
import { AppLink } from '@/components/ui'

export default function ResetNotFound() {
  return (
    <FrontPage title="This link cannot be used">
      <Text>A link works once and for a short time. It stops working when another one is used.</Text>
      <AppLink href="/sign-in/reset" isApart>
        Ask for a new link
      </AppLink>
    </FrontPage>
  )
}
