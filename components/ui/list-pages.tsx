import { Group } from '@mantine/core'
import { ButtonLink } from './button-link'

interface ListPagesProps {
  /** What the list has. */
  readonly of: 'runs' | 'entries' | 'alerts' | 'messages'
  /** Where the newest are; null on their own page. */
  readonly newest: string | null
  /** Where older ones are; null without any. */
  readonly older: string | null
}

/** The way to a list's other pages. */
export function ListPages({ of, newest, older }: ListPagesProps) {
  if (newest === null && older === null) return null
  return (
    <Group mt="sm">
      {newest !== null && (
        <ButtonLink href={newest} variant="default" size="xs">
          Newest {of}
        </ButtonLink>
      )}
      {older !== null && (
        <ButtonLink href={older} variant="default" size="xs">
          Older {of}
        </ButtonLink>
      )}
    </Group>
  )
}
