'use client'

import { Text } from '@mantine/core'
import dynamic from 'next/dynamic'
import { type Action, SaveForm } from '@/components/forms'
import { DotsMenu, KeyField } from '@/components/ui'
import type { AddedKey } from '@/lib/keys/keys'
import type { KeyMenuContent } from './opened-key-menu'

/** Sets how fast a key may run. Its code loads when its drawer opens. */
export const SetRateForm = dynamic(() => import('./set-rate-form').then((loaded) => loaded.SetRateForm), {
  ssr: false,
})

interface ReplaceKeyFormProps {
  readonly team: string
  readonly keyId: string
  /** Form of the service's keys. */
  readonly form: string
  readonly replaceKey: Action<{ team: string; keyId: string; key: string }, AddedKey>
}

/** Replaces this key by another. The typed text leaves the form as soon as it is accepted. */
export function ReplaceKeyForm({ team, keyId, form: keyForm, replaceKey }: ReplaceKeyFormProps) {
  const save: Action<FormData> = (form) => replaceKey({ team, keyId, key: String(form.get('key') ?? '') })
  return (
    <SaveForm
      submitLabel="Check and replace key"
      message="The key was replaced. Calls use the new one from now on."
      save={save}
      resets
    >
      {(fields) => (
        <>
          <Text size="sm">
            Its history is kept, and waiting calls use the new key. A run in the middle of a list may have to
            be started again. The old key is erased here; revoke it at your provider, too.
          </Text>
          <KeyField
            label="New key"
            name="key"
            description={`${keyForm} Or say where the server finds it: env:NAME or file:path. It must draw on the same wallet.`}
            required
            error={fields.key}
          />
        </>
      )}
    </SaveForm>
  )
}

const load = () => import('./opened-key-menu').then(({ OpenedKeyMenu }) => OpenedKeyMenu)

/** Offers what an admin can do to the key of this page. */
export const KeyMenu = (content: KeyMenuContent) => (
  <DotsMenu name={`${content.row.name} ${content.row.prefix}`} isInHeader content={content} load={load} />
)
