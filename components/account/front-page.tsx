import { Box, Container, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Wordmark } from '@/components/ui'
import { WrongAddress } from './public-address'

/** Renders the frame of the pages outside a team: sign-in, set-up, invites. */
export function FrontPage(props: {
  readonly title: string
  readonly text?: ReactNode
  readonly size?: number
  readonly children: ReactNode
}) {
  return (
    <Container component="main" size={props.size ?? 440} py={{ base: 32, sm: 72 }}>
      <Box mb="xs">
        <Wordmark />
      </Box>
      <Title order={1}>{props.title}</Title>
      {props.text && (
        <Text c="dimmed" mt={4}>
          {props.text}
        </Text>
      )}
      <WrongAddress />
      <Paper withBorder p="lg" mt="lg">
        {props.children}
      </Paper>
    </Container>
  )
}
