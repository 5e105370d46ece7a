import { afterAll, expect, test } from 'vitest'
import { createSearch, createSearchInput } from '@/lib/collect/searches'
import { isSetupComplete, readSetupProgress } from '@/lib/collect/setup'
import { addKey, disableKey } from '@/lib/keys/keys'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'

describeOnDatabase('the set-up of a team', async (open) => {
  const clock = makeTestClock()
  const opened = await open()
  const upstream = await startTestUpstream(clock)
  afterAll(() => upstream.close())

  test('continues at the first step that is not done, wherever it was left', async () => {
    const { admin, walletId, environments } = await makeTeam(opened.db, clock)
    expect(await readSetupProgress({ ...admin, team: { ...admin.team, id: 'none' } })).toEqual({
      step: 'Wallet',
      wallets: [],
      keyId: null,
    })
    expect(await readSetupProgress(admin)).toMatchObject({
      step: 'Key',
      wallets: [{ id: walletId }],
      keyId: null,
    })

    const { key } = upstream.issueKey({ balanceNano: 1_000_000_000n })
    const environmentId = environments[0]?.id ?? ''
    const { id: keyId } = await addKey(admin, upstream, { key, name: '', walletId, environmentId })
    expect(await readSetupProgress(admin)).toMatchObject({ step: 'Search', keyId })
    expect(await isSetupComplete(admin)).toBe(false)

    const search = { name: 'Coffee', operation: 'search', subject: 'coffee' }
    await createSearch(admin, createSearchInput.parse(search))
    expect(await readSetupProgress(admin)).toMatchObject({ step: null, keyId })
    expect(await isSetupComplete(admin)).toBe(true)

    await disableKey(admin, upstream, keyId)
    expect(await readSetupProgress(admin)).toMatchObject({ step: 'Key', keyId: null })
    expect(await isSetupComplete(admin)).toBe(false)
  })
})
