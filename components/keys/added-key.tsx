import { Alert } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { formatCredits, formatRate } from '@/lib/kernel'
import type { AddedKey } from '@/lib/keys/keys'
import type { KeyRow } from './key-row'
import { type KeyService, whyUnchecked } from './key-words'

interface AddedKeyAlertProps {
  readonly added: AddedKey
  readonly service: KeyService
  /** The key as it is listed; undefined until the page is refreshed. */
  readonly row: KeyRow | undefined
}

/** Says at once which key was added: its prefix, limit and balance. */
export function AddedKeyAlert({ added, service, row }: AddedKeyAlertProps) {
  const rate = formatRate(added.rate)
  return (
    <Alert role="status" color="green" variant="light" icon={<IconCheck aria-hidden />}>
      The key {added.prefix}… was added: {added.plan === null ? rate : `${added.plan}, ${rate}`}.
      {added.isUnchecked && ` It is not checked: ${whyUnchecked(service)}`}
      {row?.balance && ` ${row.walletName} holds ${formatCredits(row.balance.balanceNano)} ${row.unit}.`}
    </Alert>
  )
}
