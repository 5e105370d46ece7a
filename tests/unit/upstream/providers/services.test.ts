import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { defaultProvider, readProvider } from '@/lib/upstream/client'
import {
  type DeploymentServices,
  NO_SERVICE_CHOICE,
  readReadyProviders,
  resolveService,
  type SandboxFacts,
  type ServiceChoice,
} from '@/lib/upstream/providers/services'

const ACME = readProvider({
  name: 'Acme',
  baseUrl: 'https://api.acme.test',
  key: { beginsWith: null, length: null },
  rate: { requests: 120, perMs: 60_000 },
  lookup: { path: '/users/{user}' },
})
const BARE = readProvider({ name: 'Bare' })
const DEPLOYMENT = readProvider({ name: 'Ours', balanceUnit: 'coins' })
const PRICES = { timeline: 150_000_000n, search: 200_000_000n, followers: 50_000_000n }
const facts = (baseUrl: string): SandboxFacts => ({
  ...{ baseUrl, prices: PRICES },
  rate: { requests: 10, perMs: 1000 },
})

const services: DeploymentServices = {
  baseUrl: 'https://ours.test',
  name: 'https://ours.test',
  id: 'deployment',
  deployment: DEPLOYMENT,
  fromFile: DEPLOYMENT,
  ready: { acme: ACME, bare: BARE },
  fixedBaseUrl: null,
  sandbox: null,
  allowPrivate: false,
}
const WITH_SANDBOX: DeploymentServices = {
  ...services,
  baseUrl: 'http://127.0.0.1:1',
  name: 'sandbox',
  sandbox: { interface: facts('http://127.0.0.1:1'), acme: facts('http://127.0.0.1:1/acme') },
}

const choose = (provider: string, isSandbox = false): ServiceChoice => ({ provider, isSandbox })

describe('the service of a team', () => {
  test('that chose none is the deployment’s own, with the team’s fields', () => {
    const service = resolveService(services, NO_SERVICE_CHOICE, { timeZone: 'Europe/Rome' })
    expect(service).toMatchObject({
      ...{ baseUrl: 'https://ours.test', name: 'https://ours.test', isSandbox: false, isTyped: false },
      base: DEPLOYMENT,
      provider: { ...DEPLOYMENT, timeZone: 'Europe/Rome' },
    })
    expect(resolveService(WITH_SANDBOX, NO_SERVICE_CHOICE, {}).isSandbox).toBe(true)
  })

  test('is a ready one at its own address', () => {
    expect(resolveService(services, choose('acme'), {})).toEqual({
      ...{ id: 'acme', provider: ACME, base: ACME, fromFile: ACME },
      ...{ baseUrl: 'https://api.acme.test', name: 'acme', isSandbox: false, isTyped: false },
    })
  })

  test('is that of the interface document if the team enters an address', () => {
    const service = resolveService(services, choose('interface'), { baseUrl: 'https://social.test/api' })
    expect(service).toMatchObject({
      base: defaultProvider,
      ...{ baseUrl: 'https://social.test/api', name: 'https://social.test', isTyped: true },
    })
  })

  test('may be another one, with keys in any form and plans without known names', () => {
    const service = resolveService(services, choose('other'), { baseUrl: 'https://other.test' })
    expect(service.provider).toMatchObject({
      name: 'Another service',
      key: { beginsWith: null, length: null },
      plans: [],
      timeline: defaultProvider.timeline,
    })
    expect(service).toMatchObject({
      baseUrl: 'https://other.test',
      name: 'https://other.test',
      isTyped: true,
    })
  })

  test.each(['interface', 'other', 'bare'])('without an address is not called: %s', (provider) => {
    expect(() => resolveService(services, choose(provider), {})).toThrow(
      expect.objectContaining({
        code: 'unavailable',
        message: 'This team’s service has no address yet. An admin can enter it under Settings, Provider.',
      }),
    )
  })

  test('is called at an entered address instead of its own, and then counts as another service', () => {
    expect(resolveService(services, choose('acme'), { baseUrl: 'https://eu.acme.test/v2' })).toMatchObject({
      ...{ baseUrl: 'https://eu.acme.test/v2', name: 'https://eu.acme.test', isTyped: true },
    })
    expect(resolveService(services, NO_SERVICE_CHOICE, { baseUrl: 'https://eu.ours.test' })).toMatchObject({
      ...{ baseUrl: 'https://eu.ours.test', name: 'https://eu.ours.test', isTyped: true },
    })
  })

  test('is called at the operator’s address if that is fixed, whatever a team enters', () => {
    const fixed = { ...services, fixedBaseUrl: 'https://proxy.test' }
    const typed = { baseUrl: 'https://evil.test' }
    expect(resolveService(fixed, choose('acme'), typed)).toMatchObject({
      ...{ baseUrl: 'https://proxy.test', name: 'acme', isTyped: false },
    })
    expect(resolveService(fixed, choose('other'), {})).toMatchObject({
      ...{ baseUrl: 'https://proxy.test', name: 'other', isTyped: false },
    })
    expect(resolveService(fixed, NO_SERVICE_CHOICE, typed)).toMatchObject({
      baseUrl: 'https://ours.test',
      isTyped: false,
    })
  })

  test('that no longer exists is reported, and no other is called in its place', () => {
    expect(() => resolveService(services, choose('gone'), {})).toThrow(
      expect.objectContaining({
        code: 'unavailable',
        message: expect.stringContaining('The service “gone” that this team uses is not part of this Purser'),
      }),
    )
  })

  test('has valid fields, or is not called', () => {
    expect(() => resolveService(services, choose('acme'), { balanceUnit: '' })).toThrow(
      expect.objectContaining({ code: 'invalid', fields: { balanceUnit: expect.any(String) } }),
    )
  })
})

describe('the sandbox in place of a service', () => {
  test('behaves as the service does, with its own prices, limit and delay', () => {
    const service = resolveService(WITH_SANDBOX, choose('acme', true), {})
    expect(service).toMatchObject({
      ...{ baseUrl: 'http://127.0.0.1:1/acme', name: 'sandbox/acme', isSandbox: true, isTyped: false },
      fromFile: ACME,
      provider: {
        name: 'Acme',
        price: { timeline: { perItem: '0.15' }, search: { perItem: '0.2' }, followers: { perItem: '0.05' } },
        rate: { requests: 10, perMs: 1000 },
        chargeDelayMs: 0,
      },
    })
  })

  test('is called at its own address, whatever a team enters', () => {
    const typed = { baseUrl: 'https://api.acme.test/other' }
    expect(resolveService(WITH_SANDBOX, choose('acme', true), typed)).toMatchObject({
      ...{ baseUrl: 'http://127.0.0.1:1/acme', name: 'sandbox/acme', isTyped: false },
    })
  })

  test.each<[string, DeploymentServices, ServiceChoice]>([
    ['the sandbox is off', services, choose('acme', true)],
    ['it does not speak the service', WITH_SANDBOX, choose('bare', true)],
  ])('is reported as unavailable if %s', (_, given, choice) => {
    expect(() => resolveService(given, choice, {})).toThrow(
      expect.objectContaining({
        code: 'unavailable',
        message: expect.stringContaining('The sandbox that this team uses is off'),
      }),
    )
  })
})

describe('ready providers', () => {
  test('have an address, a name, sources and a list of what is unconfirmed', async () => {
    const ready = await readReadyProviders()
    expect(Object.keys(ready)).toEqual(['getxapi', 'socialdata', 'twitterapi.io', 'x', 'xquik'])
    for (const { name, baseUrl, sources, unconfirmed } of Object.values(ready)) {
      expect(name).not.toBe(defaultProvider.name)
      expect(baseUrl).toMatch(/^https:\/\//)
      expect(sources.length).toBeGreaterThan(0)
      expect(unconfirmed.length).toBeGreaterThan(0)
    }
  })

  test('are the JSON files of a folder, by name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'purser-ready-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'api.acme.json'), '{"name":"Acme"}')
    await writeFile(join(folder, 'README.md'), 'not one')
    expect(await readReadyProviders(folder)).toEqual({ 'api.acme': readProvider({ name: 'Acme' }) })
    await writeFile(join(folder, 'bad.json'), '{"name":""}')
    await expect(readReadyProviders(folder)).rejects.toMatchObject({
      code: 'unavailable',
      message:
        "The provider file bad.json cannot be used. The provider's field name cannot be used: must not be empty.",
    })
    await writeFile(join(folder, 'bad.json'), '{')
    await expect(readReadyProviders(folder)).rejects.toThrow(
      'The provider file bad.json cannot be used. It is not JSON.',
    )
  })
})
