import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import ConfirmNotFound from '@/app/(public)/account/confirm/[token]/not-found'
import InviteNotFound from '@/app/(public)/invite/[token]/not-found'
import ResetNotFound from '@/app/(public)/sign-in/reset/[token]/not-found'

test.each([
  ['an invite', InviteNotFound, '/sign-in'],
  ['a new password', ResetNotFound, '/sign-in/reset'],
  ['the confirmation of an address', ConfirmNotFound, '/'],
])('the page of a dead link for %s offers a way on', (_, Page, href) => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <Page />
    </MantineProvider>,
  )
  expect(html).toContain(`href="${href}"`)
})
