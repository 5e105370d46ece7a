import { expect, test } from 'vitest'
import { createSearch, getSearch, updateSearch } from '@/lib/collect/searches'
import { defaultProvider, readProvider } from '@/lib/upstream/client'
import { changeProvider, type DeploymentServices, getProvider } from '@/lib/upstream/providers'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

const unordered = readProvider({ name: 'Plain', search: { product: null } })
const services: DeploymentServices = {
  ...{
    baseUrl: 'http://127.0.0.1:9',
    name: 'plain',
    id: 'deployment',
    deployment: unordered,
    fromFile: unordered,
  },
  ...{ ready: {}, fixedBaseUrl: null, sandbox: null, allowPrivate: false },
}

describeOnDatabase('the order Top', (open) => {
  test('is refused if the team’s service does not offer it, and saved if it does', async () => {
    const opened = await open()
    const { admin } = await makeTeam(opened.db, makeTestClock())
    const asked = { name: 'Coffee', operation: 'search', subject: 'coffee', product: 'Latest' } as const
    const top = { ...asked, product: 'Top' } as const
    const refusal = {
      message: 'The search was not saved. Plain offers no order of relevance. Choose Latest.',
      fields: { product: 'Plain offers no order of relevance. Choose Latest.' },
    }
    await expect(createSearch(admin, top, { services })).rejects.toMatchObject(refusal)
    const { id: searchId } = await createSearch(admin, asked, { services })
    await expect(updateSearch(admin, { ...top, searchId }, { services })).rejects.toMatchObject(refusal)
    // Lists without an order need no support for one.
    await createSearch(admin, { ...top, operation: 'timeline' }, { services })

    const { changedAt } = await getProvider(admin, services)
    const { product } = defaultProvider.search
    await changeProvider(admin, services, { overrides: { search: { product } }, changedAt })
    await updateSearch(admin, { ...top, searchId }, { services })
    expect((await getSearch(admin, searchId)).product).toBe('Top')
    await opened.close()
  })
})
