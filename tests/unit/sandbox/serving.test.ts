import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '@/lib/sandbox'
import { waitUntil } from '@/tests/support/wait-until'
import { start, walletOf } from './start'

describe('Serving', () => {
  test('listens on loopback only, unless told otherwise', async () => {
    const { baseUrl } = await start()
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  test('dates its answers by its own clock', async () => {
    const { get, clock } = await start()
    clock.advance(3_600_000)
    for (const path of ['/v1/me', '/v1/nothing'])
      expect((await get(path)).headers.get('date')).toBe(clock.now().toUTCString())
  })

  test('keeps the connection open between requests', async () => {
    const { baseUrl, key } = await start()
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
    const ask = async () => {
      socket.write(`GET /v1/me HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`)
      const [chunk] = await once(socket, 'data')
      return String(chunk)
    }
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 /)
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 /)
    socket.destroy()
  })

  test('close answers pending requests without waiting out the latency, and ends silent connections', async () => {
    const started = await start({ latency: { ms: 600_000, spreadMs: 0 } })
    const { sandbox, baseUrl, get } = started
    const silent = connect(Number(new URL(baseUrl).port), '127.0.0.1')
    await once(silent, 'connect')
    const answer = get('/v1/users/ada/tweets')
    await waitUntil(() => expect(walletOf(started).keys[0]?.requests).toBe(1))
    await sandbox.close()
    expect((await answer).body.tweets).toHaveLength(20)
    await expect(get('/v1/me')).rejects.toThrow()
    silent.destroy()
  })

  test('a taken port causes an error', async () => {
    const { baseUrl } = await start()
    const second = await createSandbox({ dataDir: null })
    await expect(second.listen({ port: Number(new URL(baseUrl).port) })).rejects.toThrow(/EADDRINUSE/)
    await second.close()
  })

  test('closing twice is the same as once: pending requests are answered, and the port is free afterwards', async () => {
    const started = await start({ latency: { ms: 600_000, spreadMs: 0 } })
    const { sandbox, baseUrl, get } = started
    const answer = get('/v1/users/ada/tweets')
    await waitUntil(() => expect(walletOf(started).keys[0]?.requests).toBe(1))
    await Promise.all([sandbox.close(), sandbox.close()])
    expect((await answer).body.tweets).toHaveLength(20)
    const other = await createSandbox({ dataDir: null })
    onTestFinished(() => other.close())
    const port = Number(new URL(baseUrl).port)
    expect((await other.listen({ port })).baseUrl).toBe(baseUrl)
    // Closing again, while another sandbox has the port, closes nothing of the other.
    await sandbox.close()
    expect((await fetch(baseUrl)).status).toBe(404)
  })
})
