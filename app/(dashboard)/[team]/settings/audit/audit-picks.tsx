import { AUDIT_KINDS } from '@/components/settings'
import type { AuditQuery } from '@/lib/platform/audit'
import { PickField } from '../../pick-field'

interface AuditPicksProps {
  readonly query: AuditQuery
  readonly actors: readonly { readonly id: string; readonly name: string }[]
}

const KINDS = Object.entries(AUDIT_KINDS).map(([value, label]) => ({ value, label }))

/** Narrows the audit log by person and kind; each pick goes into the URL at once, as on Usage and Runs. */
export const AuditPicks = ({ query, actors }: AuditPicksProps) => (
  <>
    <PickField
      parameter="actor"
      label="Who"
      clearLabel="Show the entries of everybody"
      value={query.actor || null}
      data={actors.map(({ id, name }) => ({ value: id, label: name }))}
      w={{ base: 'calc(50% - 6px)', sm: 190 }}
    />
    <PickField
      parameter="kind"
      label="Kind"
      clearLabel="Show the entries of all kinds"
      value={query.kind || null}
      data={KINDS}
      w={{ base: 'calc(50% - 6px)', sm: 170 }}
    />
  </>
)
