import { Container, Text, Title } from '@mantine/core'
import { AppLink } from '@/components/ui'

export const metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <Container component="main" size="xs" py={96}>
      <Title order={1}>Not found</Title>
      <Text mt="sm" mb="md">
        There is nothing at this address, or you do not have access to it.
      </Text>
      <AppLink size="md" href="/">
        Go to your team
      </AppLink>
    </Container>
  )
}
