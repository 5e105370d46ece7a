import { Group } from '@mantine/core'
import { ButtonLink } from './button-link'

interface ListPagesProps {
  /** Addresses of the pages around this one; null or absent if there is none. */
  readonly first?: string | null
  readonly previous?: string | null
  readonly next: string | null
}

/** Links to a list's other pages: the one before this, or only the first where a list is read in one direction. */
export function ListPages({ first = null, previous = null, next }: ListPagesProps) {
  const links = [
    { href: first, label: 'First page' },
    { href: previous, label: 'Previous page' },
    { href: next, label: 'Next page' },
  ].flatMap(({ href, label }) => (href === null ? [] : [{ href, label }]))
  if (links.length === 0) return null
  return (
    <Group mt="sm" gap="xs" data-print="never">
      {links.map(({ href, label }) => (
        <ButtonLink key={label} href={href} variant="default" size="xs">
          {label}
        </ButtonLink>
      ))}
    </Group>
  )
}
