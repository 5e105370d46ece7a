import { Alert, Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { TypedField } from '@/components/lists'
import { FilterDrawer } from '@/components/ui'
import type { AuditQuery } from '@/lib/platform/audit'

interface AuditFiltersProps {
  readonly query: AuditQuery
  /** Error of the days. */
  readonly problem: string | null
  /**
   * Filters that are picked; none in the log of accounts, where people are found by words and the kinds are different.
   */
  readonly children?: ReactNode
}

const WHOLE = { base: '100%', sm: 190 }
const HALF = { base: 'calc(50% - 6px)', sm: 150 }

/** Narrows the audit log. The filter is in the page's URL, so that it can be kept and passed on. */
export function AuditFilters({ query, problem, children }: AuditFiltersProps) {
  const { before: _, ...given } = query
  const fields = (
    <Group component="search" aria-label="Filter of the audit log" align="flex-end" gap="sm">
      <TypedField parameter="text" label="Find in entries" maxLength={200} w={WHOLE} />
      {children}
      <TypedField parameter="from" label="First day" type="date" isWrong={problem !== null} w={HALF} />
      <TypedField parameter="to" label="Last day" type="date" isWrong={problem !== null} w={HALF} />
    </Group>
  )
  return (
    <Box mb="xl">
      <FilterDrawer count={Object.values(given).filter((value) => value !== '').length}>
        {fields}
      </FilterDrawer>
      <Box visibleFrom="sm">{fields}</Box>
      {problem !== null && (
        <Alert role="alert" color="red" variant="light" mt="md">
          {problem} Choose other days.
        </Alert>
      )}
    </Box>
  )
}
