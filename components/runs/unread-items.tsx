import { Alert, Text } from '@mantine/core'
import { AppLink } from '@/components/ui'

interface UnreadItemsProps {
  /** Address at which to test the provider; null for people without permission. */
  readonly provider: string | null
}

/** Warns that none of a bought page's items could be read, before another one is bought. */
export function UnreadItems({ provider }: UnreadItemsProps) {
  return (
    <Alert role="alert" color="orange" variant="light" title="The items could not be read">
      <Text size="sm">
        The page was bought and is kept, but none of its items has an id or a text that Purser can find: the
        API names its fields differently.{' '}
        {provider === null
          ? 'Ask an admin to test the provider before another page is bought.'
          : 'Test the provider before another page is bought; the test fills in the names.'}
      </Text>
      {provider !== null && <AppLink href={provider}>Test the provider</AppLink>}
    </Alert>
  )
}
