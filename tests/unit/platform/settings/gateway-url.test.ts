import { expect, test } from 'vitest'
import { type GatewaySettings, parseEnv, resolveGatewayUrl } from '@/lib/platform/settings'

const settings = (source: Record<string, string>): GatewaySettings => {
  const env = parseEnv(source)
  return 'problem' in env ? expect.unreachable(env.problem) : env
}

test.each([
  ['no port of its own', {}, null],
  ['the usual host', { GATEWAY_PORT: '4000' }, 'http://127.0.0.1:4000'],
  ['the host of the web', { GATEWAY_PORT: '4000', HOST: '10.0.0.5' }, 'http://10.0.0.5:4000'],
  ['a host of its own', { GATEWAY_PORT: '4000', HOST: '10.0.0.5', GATEWAY_HOST: '::1' }, 'http://[::1]:4000'],
  ['all addresses', { GATEWAY_PORT: '4000', HOST: '0.0.0.0' }, 'http://purser.example.org:4000'],
  ['all addresses of IPv6', { GATEWAY_PORT: '4000', GATEWAY_HOST: '::' }, 'http://purser.example.org:4000'],
  [
    'an address outside',
    { GATEWAY_PORT: '4000', HOST: '0.0.0.0', GATEWAY_URL: 'https://gateway.example.org/' },
    'https://gateway.example.org',
  ],
])('the gateway’s own address follows from %s', (_, source, url) => {
  expect(resolveGatewayUrl(settings(source), 'purser.example.org')).toBe(url)
})
