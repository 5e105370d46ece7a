import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UnreadItems } from '@/components/runs'

const shown = (provider: string | null) =>
  renderToStaticMarkup(
    <MantineProvider>
      <UnreadItems provider={provider} />
    </MantineProvider>,
  )

test('unreadable items lead to the provider’s test before the next page is bought', () => {
  const page = shown('/acme/settings/provider')
  expect(page).toContain('before another page is bought')
  expect(page).toContain('href="/acme/settings/provider"')
  expect(shown(null)).toContain('Ask an admin')
  expect(shown(null)).not.toContain('href')
})
