'use client'

import { Stack, Text } from '@mantine/core'
import { type Action, useAction } from '@/components/forms'
import { AppLink, ConfirmButton } from '@/components/ui'
import { formatPlural } from '@/lib/kernel'

type MonthAction = Action<{ team: string; walletId: string; month: string }>

interface MonthCloserProps {
  readonly team: string
  readonly walletId: string
  readonly month: string
  /** Name of the month, such as "October 2026". */
  readonly monthName: string
  readonly isClosed: boolean
  /** Closing balance with its unit. */
  readonly closing: string
  /** Number of lost calls of the month that are not resolved. */
  readonly unresolved: number
  readonly close: MonthAction
  readonly reopen: MonthAction
}

/** Lets an admin close a month of a wallet, or reopen it. */
export function MonthCloser(props: MonthCloserProps) {
  const { team, walletId, month, monthName, isClosed, closing, unresolved, close, reopen } = props
  const closed = useAction(close, `${monthName} was closed.`)
  const reopened = useAction(reopen, `${monthName} was reopened.`)
  if (isClosed)
    return (
      <ConfirmButton
        label="Reopen month"
        title={`Reopen ${monthName}?`}
        text={`The statement will show current figures again. The closing balance of ${closing} stays in the audit log.`}
        confirmLabel="Reopen month"
        onConfirm={() => reopened.call({ team, walletId, month })}
      />
    )
  return (
    <ConfirmButton
      label="Close month"
      title={`Close ${monthName}?`}
      text={
        <Stack gap="xs">
          <Text size="sm">
            The statement keeps its current figures, with a closing balance of {closing}. Anything that
            reaches the ledger later is listed below it as “Since closing”.
          </Text>
          {unresolved > 0 && (
            <Text size="sm">
              {formatPlural(unresolved, 'call')} ended without an answer. It is not known whether{' '}
              {unresolved === 1 ? 'it was' : 'they were'} charged.{' '}
              <AppLink href={`/${team}/resolve`}>Resolve first</AppLink>
            </Text>
          )}
        </Stack>
      }
      confirmLabel="Close month"
      isHarmless
      onConfirm={() => closed.call({ team, walletId, month })}
    />
  )
}
