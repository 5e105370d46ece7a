'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { ChoiceField, useLate } from '@/components/ui'
import type { Role } from '@/lib/kernel'
import type { MemberView } from '@/lib/teams/teams'
import { ROLES } from './roles'

const ConfirmDialog = dynamic(
  () => import('@/components/ui/confirm-dialog').then((loaded) => loaded.ConfirmDialog),
  { ssr: false },
)

interface RoleFieldProps {
  readonly member: Pick<MemberView, 'name' | 'role'>
  readonly isPending: boolean
  change(role: Role): Promise<unknown>
}

/** Chooses a member's role. Another one ends the person's sessions, so it is confirmed first. */
export function RoleField({ member: { name, role }, isPending, change }: RoleFieldProps) {
  const [asked, ask] = useState<(typeof ROLES)[number] | null>(null)
  const [isOpen, setOpen] = useState(false)
  const { isThere } = useLate(asked)
  const choose = (value: string | null) => {
    const chosen = ROLES.find((each) => each.value === value && value !== role)
    if (!chosen) return
    ask(chosen)
    setOpen(true)
  }
  const confirm = async () => {
    if (asked) await change(asked.value)
    setOpen(false)
  }
  return (
    <>
      <ChoiceField
        aria-label={`Role of ${name}`}
        size="xs"
        w={130}
        data={ROLES.map(({ value, label }) => ({ value, label }))}
        value={role}
        onChange={choose}
        allowDeselect={false}
        disabled={isPending}
      />
      {isThere && asked && (
        <ConfirmDialog
          isOpen={isOpen}
          isPending={isPending}
          title={`Make ${name} ${asked.one}?`}
          text={`Their sessions end, and they sign in again. Then they may: ${asked.may}.`}
          confirmLabel={`Make ${asked.one}`}
          isHarmless
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
