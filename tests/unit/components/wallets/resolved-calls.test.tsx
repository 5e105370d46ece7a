import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ResolvedCalls } from '@/components/wallets'

const AT = new Date('2026-11-27T12:00:00Z')
const call = (finding: 'charged' | 'uncharged') => ({
  ...{ attemptId: finding, walletId: 'w', at: AT, why: '', maxItems: 20, maxNano: null },
  ...{ runId: '', searchName: null, operation: 'timeline' as const, pageNumber: 1 },
  ...{ environmentName: 'production', keyPrefix: 'xd_live_abcd', memberName: 'Ada' },
  resolution: { finding, items: 20, chargeNano: null, note: 'Seen', by: 'Ada', at: AT },
})
const shown = (finding: 'charged' | 'uncharged') =>
  renderToStaticMarkup(
    <MantineProvider>
      <ResolvedCalls team="acme" calls={[call(finding)]} />
    </MantineProvider>,
  )

test('a call that was charged says where it counts, since “Spent” leaves it out', () => {
  expect(shown('charged')).toContain('count in budgets at once')
  expect(shown('uncharged')).not.toContain('budgets')
})
