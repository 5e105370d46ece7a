import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { checkKey, getKey } from '@/lib/keys/keys'
import { createRefusedKeyWatch, systemCtx } from '@/lib/server/jobs'
import { type ScriptedTeam, startScriptedTeam } from '@/tests/factories/scripted-team'
import type { ScriptedAnswer } from '@/tests/factories/scripted-upstream'
import { makeTeam } from '@/tests/factories/team'
import { describeOnDatabase } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'

const ITEM = { id: '1', text: 'a', created_at: '2026-11-20T12:00:00Z' }
const PAGE = { status: 200, body: JSON.stringify({ tweets: [ITEM] }) }
const MINUTE_MS = 60_000
const json = (status: number, body: unknown): ScriptedAnswer => ({ status, body: JSON.stringify(body) })
const REFUSED = json(401, { error: 'Invalid key' })
const FIREWALL = {
  status: 403,
  body: '<html><h1>Access denied</h1></html>',
  headers: { 'content-type': 'text/html' },
}

describeOnDatabase('calls that the API refuses', async (open) => {
  const opened = await open()
  const beside = await makeTeam(opened.db, systemClock)
  afterEach(async () => expect(await brokenInvariants(opened.db)).toEqual([]))

  describe('of a service with an account', () => {
    let world: ScriptedTeam
    beforeEach(async () => {
      world = await startScriptedTeam(opened.db, { beside })
    })
    afterEach(() => world.close())
    const statusOf = async () => (await getKey(world.team.admin, world.keyId)).status
    const asks = async (work: () => Promise<unknown>): Promise<number> => {
      const before = world.upstream.accountCalls
      await work()
      return world.upstream.accountCalls - before
    }

    test.each([
      [401, 'Not authorized.'],
      [403, 'User has been suspended.'],
    ])(
      'a %i about one user fails in the API’s words; the account is read, and the key stays in use',
      async (status, message) => {
        world.upstream.answer = () => json(status, { message })
        const asked = await asks(async () => {
          for (let time = 0; time < 4; time++) {
            const run = await world.run()
            expect(run).toMatchObject({ endReason: 'problem', unknownCalls: 0, chargeNano: 0n })
            expect(run.endNote).toContain('does not let this key ask for this')
            expect(run.endNote).toContain(`The API says: “${message}”`)
          }
          await vi.waitFor(async () =>
            expect((await getKey(world.team.admin, world.keyId)).status).toBe('active'),
          )
        })
        expect(asked).toBe(1)
        world.upstream.answer = () => PAGE
        expect(await world.run()).toMatchObject({ endReason: 'last_page', items: 1 })
      },
    )

    test('a key that the account refuses is out of use until the account accepts it again', async () => {
      let now = 0
      const ctx = { ...systemCtx(opened.db, world.team.admin.clock, world.team.admin.team) }
      const clock = { ...ctx.clock, monotonic: () => now }
      const watch = createRefusedKeyWatch()
      const visit = () => watch.visit({ ...ctx, clock }, world.services, () => Promise.resolve(true))
      world.upstream.answer = () => REFUSED
      world.upstream.account = () => REFUSED
      await world.run()
      await vi.waitFor(async () => expect(await statusOf()).toBe('refused'))
      await expect(world.run()).rejects.toThrow('Purser asks again by itself')

      const pauses: number[] = []
      let before = 0
      await visit()
      for (now = MINUTE_MS; now <= 400 * MINUTE_MS; now += MINUTE_MS) {
        if ((await asks(visit)) === 0) continue
        pauses.push((now - before) / MINUTE_MS)
        before = now
      }
      expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60])
      expect(await statusOf()).toBe('refused')

      world.upstream.account = () =>
        json(200, { key_prefix: 'xd_live_ssss', balance: 900.5, rate_limit_qps: 100 })
      world.upstream.answer = () => PAGE
      now += 60 * MINUTE_MS
      await visit()
      expect(await statusOf()).toBe('active')
      expect(await world.run()).toMatchObject({ endReason: 'last_page' })
    })

    test.each([
      ['a firewall', FIREWALL],
      ['a line of text', { status: 403, body: 'error code: 1020' }],
      ['nothing', { status: 403, body: '' }],
    ])('%s in front of the account says nothing about the key', async (_, answer) => {
      world.upstream.answer = () => FIREWALL
      world.upstream.account = () => answer
      const asked = await asks(async () => {
        await world.run()
        await vi.waitFor(() => expect(world.upstream.accountCalls).toBe(2))
        await expect(checkKey(world.team.admin, world.services, world.keyId)).rejects.toThrow(
          'something in front of it',
        )
      })
      expect(asked).toBe(2)
      expect(await statusOf()).toBe('active')
    })

    test('a 404 for a later page says in the API’s words that the user is gone', async () => {
      world.upstream.answer = (url) =>
        url.searchParams.has('cursor')
          ? json(404, { message: 'User not found' })
          : json(200, { tweets: [ITEM], next_cursor: 'next' })
      const run = await world.run()
      expect(run).toMatchObject({ endReason: 'problem', items: 1 })
      expect(run.endNote).toContain('does not find it any more')
      expect(run.endNote).toContain('“User not found”')
      expect(run.endNote).not.toContain('Check its spelling')
    })

    test.each([
      [{ message: 'User not found' }, false],
      [{ error: { detail: 'No such account' } }, false],
      [{ detail: 'Not Found' }, true],
      [{}, true],
    ])('a 404 with %j suggests another path: %s', async (body, isSaid) => {
      world.upstream.answer = () => json(404, body)
      const { endNote } = await world.run()
      expect(endNote).toContain('Check its spelling')
      expect(endNote?.includes('path may be wrong')).toBe(isSaid)
    })
  })

  test('of a service without an account, nothing takes a key out of use', async () => {
    const world = await startScriptedTeam(opened.db, { beside, provider: { account: null } })
    world.upstream.answer = () => REFUSED
    for (let time = 0; time < 3; time++) expect((await world.run()).endNote).toContain('“Invalid key”')
    expect(await getKey(world.team.admin, world.keyId)).toMatchObject({ status: 'active' })
    expect(world.upstream.accountCalls).toBe(0)
    world.upstream.answer = () => PAGE
    expect(await world.run()).toMatchObject({ endReason: 'last_page' })
    await world.close()
  })

  test.each([
    [
      403,
      { title: 'SpendCapReached', detail: 'Your enrolled account has reached its billing cycle spend cap.' },
    ],
    [402, { title: 'CreditsDepleted', detail: 'Your enrolled account does not have any credits.' }],
    [403, { errors: [{ message: 'Forbidden', reason: 'spend cap reached: SpendCapReached' }] }],
  ])('a %i whose words mean an empty wallet halts the wallet, not the key', async (status, body) => {
    const provider = { emptyWalletWords: ['SpendCapReached', 'CreditsDepleted'] }
    const world = await startScriptedTeam(opened.db, { beside, provider })
    world.upstream.answer = () => json(status, body)
    expect((await world.run()).endNote).toContain('wallet does not cover this')
    expect(await getKey(world.team.admin, world.keyId)).toMatchObject({ status: 'active' })
    expect(world.services.pacers.halted()).toEqual([world.keyId])
    await world.close()
  })
})
