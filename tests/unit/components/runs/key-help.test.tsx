import { MantineProvider } from '@mantine/core'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type CheckKey, KeyHelp } from '@/components/runs/run-problem'

// A context, because a mock would not reach a module that another file of this worker has already loaded.
const nothing = () => undefined
const router = {
  back: nothing,
  forward: nothing,
  refresh: nothing,
  push: nothing,
  replace: nothing,
  prefetch: nothing,
  bfcacheId: '',
}

const checkKey: CheckKey = () => Promise.resolve({})
const html = (kind: string, check: CheckKey | null, again: string | null = '/acme/searches/s1') =>
  renderToStaticMarkup(
    <AppRouterContext.Provider value={router}>
      <MantineProvider>
        <KeyHelp team="acme" keyId="k1" kind={kind} checkKey={check} again={again} />
      </MantineProvider>
    </AppRouterContext.Provider>,
  )

test('with an empty wallet, admins can check the key there, and others are told whom to ask', () => {
  expect(html('wallet_empty', checkKey)).toContain('Check the key')
  const others = html('wallet_empty', null)
  expect(others).toContain('ask an admin')
  expect(others).not.toContain('<button')
  expect(others).not.toContain('/acme/keys')
})

test('with a disabled key, there is a link to another key, and for admins one to the keys, but no check, which would not enable it', () => {
  const page = html('key_disabled', checkKey)
  expect(page).toContain('href="/acme/searches/s1"')
  expect(page).toContain('href="/acme/keys"')
  expect(page).not.toContain('<button')
  expect(html('key_disabled', null, null)).not.toContain('href')
})

test('if the key is not the problem, nothing is shown', () => {
  expect(html('not_found', checkKey)).not.toContain('Run the search')
})
