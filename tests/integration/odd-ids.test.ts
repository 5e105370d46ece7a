import { afterAll, expect, test } from 'vitest'
import { startScriptedTeam } from '@/tests/factories/scripted-team'
import { describeOnEachEngine } from '@/tests/support/databases'

describeOnEachEngine('an item whose id no database could store', async (open) => {
  const { db } = await open()
  const { upstream, run, close } = await startScriptedTeam(db)
  afterAll(close)
  const endless = Array.from({ length: 9000 }, (_, at) => ((at * at * 7919) % 99_991).toString(36)).join('')

  test.each([
    ['has a NUL', 'a\0b'],
    ['ends in half a character', 'a\ud83d'],
    ['is endless', endless],
  ])('is stored with its page, by an id of its own: %s', async (_, id) => {
    upstream.answer = () => ({
      status: 200,
      body: JSON.stringify({ tweets: [{ id, text: 'a' }, { id: '2' }] }),
    })
    expect(await run()).toMatchObject({ endReason: 'last_page', items: 2, newItems: 2, unknownCalls: 0 })
  })
})
