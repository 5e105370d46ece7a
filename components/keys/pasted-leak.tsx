'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type Action, SoleForm, useAction } from '@/components/forms'
import { OpenedDialog, PasswordField, tell } from '@/components/ui'
import type { LeakReport } from '@/lib/keys/keys'
import type { RecognisedKey } from '@/lib/keys/services'
import type { KeyAction } from './key-action'
import { LeakDialog } from './leak-dialog'
import { RecognisedLeak } from './recognised-leak'

export interface PastedLeakProps {
  readonly team: string
  readonly now: Date
  readonly recognise: Action<{ team: string; key: string }, RecognisedKey>
  readonly reportLeak: KeyAction<LeakReport>
  readonly revoke: Action<{ team: string; gatewayKeyId: string }>
  readonly isOpen: boolean
  onClose(): void
}

/** Identifies a pasted key, then ends it: a gateway key is revoked, an upstream key disabled and reported. */
export function PastedLeak(props: PastedLeakProps) {
  const { team, now, recognise, reportLeak, revoke, isOpen, onClose } = props
  const router = useRouter()
  const [found, setFound] = useState<RecognisedKey | null>(null)
  const [report, setReport] = useState<LeakReport | null>(null)
  const [revoking, reporting] = [useAction(revoke), useAction(reportLeak)]
  const end = async () => {
    if (found?.kind === 'gateway') {
      const { ok } = await revoking.call({ team, gatewayKeyId: found.gatewayKeyId })
      if (!ok) return
      tell(`${found.prefix}… was revoked: it is refused everywhere now.`)
      onClose()
    } else if (found) {
      const { data } = await reporting.call({ team, keyId: found.keyId })
      if (!data) return
      onClose()
      setReport(data)
    }
    router.refresh()
  }
  return (
    <>
      <OpenedDialog
        isOpen={isOpen}
        onClose={onClose}
        onClosed={() => setFound(null)}
        title="Report a leaked key"
      >
        {found === null ? (
          <SoleForm
            submitLabel="Find the key"
            send={recognise}
            read={(form) => ({ team, key: String(form.get('key') ?? '') })}
            onDone={(_, key) => setFound(key ?? null)}
          >
            {(errors) => (
              <PasswordField
                label="The key that was found"
                name="key"
                description="An upstream key or a gateway key. It is compared with the team’s keys and stored nowhere."
                autoComplete="off"
                data-1p-ignore
                spellCheck={false}
                required
                error={errors.key}
              />
            )}
          </SoleForm>
        ) : (
          <RecognisedLeak
            found={found}
            now={now}
            isPending={revoking.isPending || reporting.isPending}
            refusal={revoking.refusal ?? reporting.refusal}
            onConfirm={end}
            onClose={onClose}
          />
        )}
      </OpenedDialog>
      <LeakDialog report={report} onClose={() => setReport(null)} />
    </>
  )
}
