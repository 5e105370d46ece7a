import { expect, test } from 'vitest'
import { AddressRefusedError, resolveHost } from '@/lib/platform/network'
import { isPublicAddress } from '@/lib/platform/network/resolve-host'

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '168.63.129.17',
  '172.15.0.1',
  '172.32.0.1',
  '2606:4700:4700::1111',
]

const NOT_PUBLIC = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.8.8.8',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:1::1',
  '2001:db8::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  'not an address',
  '',
]

test.each(PUBLIC)('%s is on the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each(NOT_PUBLIC)('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test('a host is refused if one of its addresses is private', async () => {
  const resolve = async () => ['1.1.1.1', '10.0.0.1']
  await expect(resolveHost('example.org', { allowPrivate: false, resolve })).rejects.toThrow(
    AddressRefusedError,
  )
  await expect(resolveHost('example.org', { allowPrivate: true, resolve })).resolves.toEqual([
    '1.1.1.1',
    '10.0.0.1',
  ])
})

test.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost'])(
  'the host %s is refused',
  async (host) => {
    await expect(resolveHost(host, { allowPrivate: false })).rejects.toThrow(/not on the public internet/)
  },
)

test.each(['http://2130706433/', 'http://0x7f000001/', 'http://0177.0.0.1/', 'http://127.1/'])(
  '%s is loopback, in any notation',
  async (url) => {
    await expect(resolveHost(new URL(url).hostname, { allowPrivate: false })).rejects.toThrow(
      AddressRefusedError,
    )
  },
)
