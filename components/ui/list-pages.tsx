import { Group } from '@mantine/core'
import { ButtonLink } from './button-link'

interface ListPagesProps {
  /** Content of the list. */
  readonly of: 'runs' | 'items' | 'entries' | 'messages'
  /** Address of the newest; null on their own page. */
  readonly newest: string | null
  /** Address of older ones; null if there are none. */
  readonly older: string | null
}

/** Links to a list's other pages. */
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
