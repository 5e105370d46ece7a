import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RunConditions } from '@/components/searches/run-conditions'

test('the form of a background run says that pages come one after another', () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <RunConditions
        conditions={{ capCredits: '0.000000123', untilAt: null, untilKnown: false }}
        isByTime={false}
        isMany={false}
        stopsByItself={false}
        errors={{}}
        set={() => undefined}
      />
    </MantineProvider>,
  )
  expect(html).toContain('A run buys one page after another, never two at once')
  // A cap keeps all the digits that an amount may have.
  expect(html).toContain('value="0.000000123"')
})
