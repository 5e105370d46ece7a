import { expect, test } from 'vitest'
import { parseEnv } from '@/lib/platform/settings'

test('has a default for everything', () => {
  expect(parseEnv({})).toEqual({
    PORT: 3000,
    HOST: '127.0.0.1',
    PURSER_DATA: './.purser',
    LOG_LEVEL: 'info',
    PURSER_ALLOW_PRIVATE_ADDRESSES: 'false',
    PURSER_RUNS_PER_MEMBER: 50,
    OTEL_SDK_DISABLED: 'false',
  })
})

test('treats an empty setting as unset', () => {
  expect(parseEnv({ PORT: '', DATABASE_URL: '', UPSTREAM_BASE_URL: '' })).toMatchObject({ PORT: 3000 })
})

test('removes the trailing slash of the API’s address', () => {
  expect(parseEnv({ UPSTREAM_BASE_URL: 'https://api.example.org/x/' })).toMatchObject({
    UPSTREAM_BASE_URL: 'https://api.example.org/x',
  })
})

test.each([
  ['https://purser.example.org', 'https://purser.example.org'],
  ['https://Purser.Example.org/', 'https://purser.example.org'],
  ['https://purser.example.org:443', 'https://purser.example.org'],
  ['http://10.0.0.5:3000/', 'http://10.0.0.5:3000'],
  ['http://[fd00::5]:3000', 'http://[fd00::5]:3000'],
])('the public address %s is %s', (NEXTAUTH_URL, origin) => {
  expect(parseEnv({ NEXTAUTH_URL })).toMatchObject({ NEXTAUTH_URL: origin })
})

test('expands the ranges of trusted proxies', () => {
  expect(parseEnv({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8,::1' })).toMatchObject({
    TRUSTED_PROXIES: '127.0.0.1/32,10.0.0.0/8,fd00::/8,::1/128',
  })
})

test.each([
  ['PORT', 'many'],
  ['PORT', '70000'],
  ['PORT', '80.5'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['UPSTREAM_BASE_URL', 'ftp://example.org'],
  ['UPSTREAM_BASE_URL', 'example.org'],
  ['NEXTAUTH_SECRET', 'short'],
  ['PURSER_RUNS_PER_MEMBER', '0'],
  ['LOG_LEVEL', 'loud'],
  ['METRICS_TOKEN', 'short'],
  ['SMTP_URL', 'smtp://ops:100%safe@mail.example.org'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['NEXTAUTH_URL', 'https://example.org/app'],
  ['NEXTAUTH_URL', 'https://example.org/app/'],
  ['NEXTAUTH_URL', 'https://example.org//'],
  ['NEXTAUTH_URL', 'https://example.org/api/auth'],
  ['NEXTAUTH_URL', 'https://example.org/?a=b'],
  ['NEXTAUTH_URL', 'https://example.org?'],
  ['NEXTAUTH_URL', 'https://example.org/#a'],
  ['NEXTAUTH_URL', 'https://ada@example.org'],
  ['NEXTAUTH_URL', 'https://ada:pass@example.org'],
  ['NEXTAUTH_URL', 'example.org'],
  ['GATEWAY_URL', 'https://gateway.example.org/?a=b'],
  ['GATEWAY_URL', 'https://gateway.example.org/#a'],
  ['GATEWAY_URL', 'https://ada:pass@gateway.example.org'],
  ['HOST', 'the office'],
  ['TRUSTED_PROXIES', 'nginx'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
])('names an invalid %s (%s) in one sentence, without its value', (name, value) => {
  const parsed = parseEnv({ [name]: value })
  expect(parsed).toEqual({ problem: expect.stringMatching(new RegExp(`^The setting ${name} .+\\.$`)) })
  if (value !== 'many') expect(JSON.stringify(parsed)).not.toContain(value)
})

test.each([
  [{ PORT: '4000', GATEWAY_PORT: '4000' }, false],
  [{ GATEWAY_PORT: '3000', GATEWAY_HOST: '0.0.0.0' }, false],
  [{ GATEWAY_PORT: '3000', HOST: '::', GATEWAY_HOST: '10.0.0.5' }, false],
  [{ GATEWAY_PORT: '3000', GATEWAY_HOST: '10.0.0.5' }, true],
  [{ GATEWAY_PORT: '3001' }, true],
])('two listeners need different ports, or different addresses: %o', (source, isGood) => {
  const problem = 'The setting GATEWAY_PORT must be another port than PORT.'
  const parsed = parseEnv(source)
  expect('problem' in parsed ? parsed.problem : null).toBe(isGood ? null : problem)
})
