import { Group } from '@mantine/core'
import { ButtonLink } from '@/components/ui'

interface ListPlacesProps {
  /** Addresses of the pages around this one; null if there is none. */
  readonly previous: string | null
  readonly next: string | null
}

/** Links to the pages before and after this one. */
export function ListPlaces({ previous, next }: ListPlacesProps) {
  if (previous === null && next === null) return null
  return (
    <Group mt="sm" gap="xs" data-print="never">
      {previous !== null && (
        <ButtonLink href={previous} variant="default" size="xs">
          Previous page
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink href={next} variant="default" size="xs">
          Next page
        </ButtonLink>
      )}
    </Group>
  )
}
