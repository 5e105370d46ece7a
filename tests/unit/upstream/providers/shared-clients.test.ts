import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { defaultProvider, type Provider, readProvider } from '@/lib/upstream/client'
import { type CallableService, createSharedClients } from '@/lib/upstream/providers/upstreams'
import { clock, KEY, serve } from '@/tests/unit/upstream/client/server'

const ME = '{"key_prefix":"xd_live_abcd","balance":1,"rate_limit_qps":1}'
const OTHER = readProvider({ auth: { header: 'authorization', scheme: 'Bearer' } })

/**
 * Creates clients of a server that answers at once or, with `holds`, once it is let; records connections and
 * key headers.
 */
async function start({ holds = false } = {}) {
  const waiting: ServerResponse[] = []
  const connections = new Set<unknown>()
  const headers: string[] = []
  const baseUrl = await serve((request, response) => {
    connections.add(request.socket)
    request.socket.once('close', () => connections.delete(request.socket))
    headers.push(request.headers.authorization ? 'authorization' : 'x-api-key')
    if (holds) waiting.push(response)
    else response.end(ME)
  })
  const clients = createSharedClients({ clock, reader: undefined, allowPrivate: false })
  const called = (provider: Provider): CallableService => ({
    provider,
    baseUrl,
    name: 'test',
    id: 'test',
    isTyped: false,
  })
  onTestFinished(() => clients.close())
  const letAll = () => {
    for (const response of waiting.splice(0)) response.end(ME)
  }
  return { clients, called, connections, headers, waiting, letAll }
}

test('teams with equal providers share a connection', async () => {
  const { clients, called, connections, headers } = await start()
  const equal = readProvider({})
  clients.hold(called(defaultProvider))
  clients.hold(called(equal))
  await clients.at(called(defaultProvider)).readKeyInfo(KEY)
  // The answer arrives a moment before its connection is free again.
  await new Promise(setImmediate)
  await clients.at(called(equal)).readKeyInfo(KEY)
  expect(connections.size).toBe(1)
  await clients.at(called(OTHER)).readKeyInfo(KEY)
  expect(headers).toEqual(['x-api-key', 'x-api-key', 'authorization'])
})

test('the replacement of a provider cuts no call under way, and its connections are closed afterwards', async () => {
  const { clients, called, connections, waiting, letAll } = await start({ holds: true })
  clients.hold(called(OTHER))
  const client = clients.at(called(OTHER))
  const call = client.readKeyInfo(KEY)
  await expect.poll(() => waiting.length).toBe(1)
  clients.release(called(OTHER))
  expect(connections.size).toBe(1)
  letAll()
  expect((await call).ok).toBe(true)
  await expect.poll(() => connections.size).toBe(0)
})

test('a call that still waits for a slot can use a provider that was replaced meanwhile', async () => {
  const { clients, called, connections } = await start()
  clients.hold(called(OTHER))
  const client = clients.at(called(OTHER))
  clients.release(called(OTHER))
  expect((await client.readKeyInfo(KEY)).ok).toBe(true)
  await expect.poll(() => connections.size).toBe(0)
})

test('closing waits for the calls under way and refuses new ones', async () => {
  const { clients, called, waiting, letAll } = await start({ holds: true })
  const call = clients.at(called(defaultProvider)).readKeyInfo(KEY)
  await expect.poll(() => waiting.length).toBe(1)
  const closed = clients.close()
  await expect(clients.at(called(defaultProvider)).readKeyInfo(KEY)).rejects.toMatchObject({
    code: 'unavailable',
  })
  letAll()
  expect((await call).ok).toBe(true)
  await closed
})

test('an address that an admin entered is called on the public internet only, unless the operator allows more', async () => {
  const { called } = await start()
  const typed = { ...called(defaultProvider), isTyped: true }
  for (const allowPrivate of [false, true]) {
    const clients = createSharedClients({ clock, reader: undefined, allowPrivate })
    onTestFinished(() => clients.close())
    const answer = await clients.at(typed).readKeyInfo(KEY)
    expect(answer.ok).toBe(allowPrivate)
    if (!answer.ok) expect(answer.problem).toMatchObject({ kind: 'out_of_reach', charged: 'no' })
    // The operator chose the deployment's own address.
    expect((await clients.at(called(defaultProvider)).readKeyInfo(KEY)).ok).toBe(true)
  }
})
