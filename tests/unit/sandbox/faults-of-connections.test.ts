import { describe, expect, test } from 'vitest'
import { waitUntil } from '@/tests/support/wait-until'
import { charged, NOTHING, startFaulty } from './fault-client'

describe('Faults of connections', () => {
  test('reset-before-charge: the connection breaks and nothing is charged', async () => {
    const { ask, counts } = await startFaulty('reset-before-charge')
    expect(await ask()).toMatchObject({ status: null, broke: 'ECONNRESET' })
    expect(counts()).toEqual(NOTHING)
  })

  test('reset-after-charge: the connection breaks and the page is charged', async () => {
    const { ask, counts } = await startFaulty('reset-after-charge')
    expect(await ask()).toMatchObject({ status: null, broke: 'ECONNRESET' })
    expect(counts()).toEqual(charged(20))
  })

  test('connection-refused: the port is closed for a moment, then open again', async () => {
    const { ask, counts, clock, sandbox } = await startFaulty('connection-refused')
    expect(await ask()).toMatchObject({ status: null, broke: 'ECONNRESET' })
    sandbox.setFault(null)
    expect(await ask()).toMatchObject({ status: null, broke: 'ECONNREFUSED' })
    expect(counts()).toEqual(NOTHING)
    clock.advance(250)
    await waitUntil(async () => expect(await ask()).toMatchObject({ status: 200, isWhole: true }))
  })

  test('connection-refused: a sandbox that ends meanwhile stays closed', async () => {
    const { ask, sandbox } = await startFaulty('connection-refused')
    await ask()
    await sandbox.close()
    expect(await ask()).toMatchObject({ broke: 'ECONNREFUSED' })
  })

  test('body-cut-short: half of what content-length states', async () => {
    const { ask, counts } = await startFaulty('body-cut-short')
    const { status, headers, size, isWhole } = await ask()
    expect({ status, isWhole }).toEqual({ status: 200, isWhole: false })
    expect(size).toBe(Math.floor(Number(headers['content-length']) / 2))
    expect(counts()).toEqual(charged(20))
  })

  test('not-http: charged, and the answer is not HTTP', async () => {
    const { ask, counts } = await startFaulty('not-http')
    const { status, broke } = await ask()
    expect(status).toBeNull()
    expect(broke).toMatch(/^HPE_/)
    expect(counts()).toEqual(charged(20))
  })

  test('stalled-headers: charged, and silent for as long as anybody listens; other requests are served', async () => {
    const { ask, counts, get, sandbox } = await startFaulty('stalled-headers')
    const stalled = ask()
    await waitUntil(() => expect(counts()).toEqual(charged(20)))
    sandbox.setFault(null)
    expect((await get('/v1/me')).status).toBe(200)
    await sandbox.close()
    expect(await stalled).toMatchObject({ status: null, broke: 'ECONNRESET' })
  })

  test('stalled-body: half of the body, then silence', async () => {
    const { ask, counts, sandbox } = await startFaulty('stalled-body')
    let received = 0
    const stalled = ask(undefined, (size) => {
      received = size
    })
    await waitUntil(() => expect(received).toBeGreaterThan(0))
    await sandbox.close()
    const { status, headers, size, isWhole } = await stalled
    expect({ status, isWhole }).toEqual({ status: 200, isWhole: false })
    expect(size).toBe(Math.floor(Number(headers['content-length']) / 2))
    expect(counts()).toEqual(charged(20))
  })
})
