import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PROVIDER_FIELDS } from '@/components/provider/fields'
import { ProviderFieldInput } from '@/components/provider/provider-form'

test('a price of several parts has as many lines as it needs', () => {
  const field = PROVIDER_FIELDS.find(({ name }) => name === 'price.followers')
  if (!field) throw new Error('There is no price of followers')
  const value = '3, from 100 items: 2, from 200 items: 1, at least 60 a call'
  const html = renderToStaticMarkup(
    <MantineProvider>
      <ProviderFieldInput
        {...{ field, value, standard: '', source: 'team', isChanged: false, mayEdit: true, error: undefined }}
        onChange={() => undefined}
      />
    </MantineProvider>,
  )
  expect(html).toMatch(/<textarea[^>]*rows="2"/)
})
