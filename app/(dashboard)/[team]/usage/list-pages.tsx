import { Group } from '@mantine/core'
import { ButtonLink } from '@/components/ui'

interface Page {
  readonly label: string
  readonly href: string
}

/** The way from one page of a list to others. */
export const ListPages = ({
  newest,
  older,
}: {
  readonly newest: Page | null
  readonly older: Page | null
}) => (
  <Group mt="sm">
    {[newest, older].map(
      (page) =>
        page && (
          <ButtonLink key={page.label} href={page.href} variant="default" size="xs">
            {page.label}
          </ButtonLink>
        ),
    )}
  </Group>
)
