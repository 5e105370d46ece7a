import { Group } from '@mantine/core'
import { ButtonLink } from '@/components/ui'

interface RunPagesProps {
  /** Where the newest runs are; null on their own page. */
  readonly newest: string | null
  /** Where older ones are; null without any. */
  readonly older: string | null
}

/** The way to a list's other pages. */
export function RunPages({ newest, older }: RunPagesProps) {
  if (newest === null && older === null) return null
  return (
    <Group mt="sm">
      {newest !== null && (
        <ButtonLink href={newest} variant="default" size="xs">
          Newest runs
        </ButtonLink>
      )}
      {older !== null && (
        <ButtonLink href={older} variant="default" size="xs">
          Older runs
        </ButtonLink>
      )}
    </Group>
  )
}
