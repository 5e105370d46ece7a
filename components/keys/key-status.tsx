import { Badge } from '@mantine/core'
import type { KeyView } from '@/lib/keys/keys'

const STATUS: Readonly<Record<KeyView['status'], { readonly label: string; readonly color: string }>> = {
  active: { label: 'Active', color: 'green' },
  disabled: { label: 'Disabled', color: 'gray' },
  refused: { label: 'Refused by the upstream', color: 'red' },
}

/** Whether the key is in use. */
export function KeyStatus({ status }: Pick<KeyView, 'status'>) {
  return (
    <Badge variant="dot" color={STATUS[status].color} tt="none" miw="max-content">
      {STATUS[status].label}
    </Badge>
  )
}
