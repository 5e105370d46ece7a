import { describe, expect, test } from 'vitest'
import { start, walletOf } from './start'

describe('Operator', () => {
  test('state counts what each key requested and received', async () => {
    const started = await start({ pack: 'Starter' })
    const other = started.sandbox.operator.createKey(started.walletId).reveal()
    await started.get('/v1/users/ada/tweets?count=50')
    await started.get('/v1/users/ada/followers')
    await started.get('/v1/users/nobody-here/tweets')
    await started.get('/v1/search?q=coffee', { 'x-api-key': other })
    expect(walletOf(started).keys).toMatchObject([
      { prefix: started.key.slice(0, 12), revoked: false, requests: 3, pages: 2, items: 70, refused: 0 },
      { prefix: other.slice(0, 12), revoked: false, requests: 1, pages: 1, items: 20, refused: 0 },
    ])
  })

  test('state is a copy, so changing it changes nothing', async () => {
    const started = await start()
    const { keys, packs } = walletOf(started)
    Object.assign(keys[0] ?? {}, { revoked: true })
    Object.assign(packs[0] ?? {}, { pack: 'Free' })
    expect((await started.get('/v1/me')).body.rate_limit_qps).toBe(200)
  })

  test('unknown wallets and keys are not found, and invalid amounts are refused', async () => {
    const { operator } = (await start()).sandbox
    expect(() => operator.createKey('none')).toThrow('The wallet was not found.')
    expect(() => operator.topUp('none', 1n)).toThrow('The wallet was not found.')
    expect(() => operator.revokeByPrefix('xd_live_none')).toThrow('The key was not found.')
    expect(() => operator.createWallet({ name: 'Minus', balanceNano: -1n })).toThrow('never negative')
    const { walletId } = operator.createWallet({ name: 'Empty' })
    expect(() => operator.topUp(walletId, 0n)).toThrow('more than zero')
    expect(operator.state().find(({ id }) => id === walletId)?.balanceNano).toBe(0n)
  })
})
