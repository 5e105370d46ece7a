import { COMPARISON_NAMES, GROUPING_NAMES, GROUPINGS } from './groupings'
import { PickField } from './pick-field'
import type { UsageQuery } from './query'

interface PageFieldsProps {
  readonly query: UsageQuery
  readonly services: readonly { readonly id: string; readonly name: string }[]
}

const NONE = 'none'

/** What the page is grouped by and compared with, and the service that it is narrowed to. */
export const PageFields = ({ query, services }: PageFieldsProps) => (
  <>
    <PickField
      parameter="by"
      label="Grouped by"
      usual="environment"
      value={query.by}
      data={GROUPINGS.map((grouping) => ({ value: grouping, label: GROUPING_NAMES[grouping] }))}
      w={160}
    />
    <PickField
      parameter="compare"
      label="Compare"
      usual={NONE}
      value={query.compare ?? NONE}
      data={[
        { value: NONE, label: 'None' },
        ...Object.entries(COMPARISON_NAMES).map(([value, label]) => ({ value, label })),
      ]}
      w={200}
    />
    {services.length > 0 && (
      <PickField
        parameter="service"
        label="Service"
        clearLabel="Show all services"
        value={query.service}
        data={services.map(({ id, name }) => ({ value: id, label: name }))}
        w={170}
      />
    )}
  </>
)
