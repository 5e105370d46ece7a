import { Code, List, ListItem } from '@mantine/core'
import { Card } from '@/components/ui'

/** Describes the headers that a client may send besides its key. */
export const HelpfulHeaders = () => (
  <Card title="Two headers that help">
    <List size="sm" spacing="xs">
      <ListItem>
        <Code>Idempotency-Key</Code>: a call that is sent twice with the same value is paid for once.
      </ListItem>
      <ListItem>
        <Code>Prefer: wait=30</Code>: a call waits for its turn for up to 30 seconds; without it for up to 10.
      </ListItem>
    </List>
  </Card>
)
