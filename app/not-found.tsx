import { Anchor, Container, Text, Title } from '@mantine/core'
import Link from 'next/link'

export const metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <Container component="main" size="xs" py={96}>
      <Title order={1}>Not found</Title>
      <Text mt="sm">There is nothing at this address, or it is not yours to see.</Text>
      <Anchor component={Link} href="/" mt="md" display="inline-block">
        Go to your team
      </Anchor>
    </Container>
  )
}
