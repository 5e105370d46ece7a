import { LinkTo } from '@/components/ui'
import { operationLabel } from '@/lib/kernel'
import type { UnknownView } from '@/lib/money/statements'

/** Describes what a lost call was. */
export const nameOf = ({ runId, searchName, operation, pageNumber }: UnknownView): string =>
  runId === ''
    ? `${operationLabel(operation)} through the gateway`
    : `${searchName ?? 'A run'}, page\u00a0${pageNumber}`

/** Links to what a lost call was. A call of the gateway belongs to no run, and so has no link. */
export function WhatWasAsked({ team, call }: { readonly team: string; readonly call: UnknownView }) {
  if (call.runId === '') return <b>{nameOf(call)}</b>
  return (
    <LinkTo href={`/${team}/runs/${call.runId}`} size="sm">
      {nameOf(call)}
    </LinkTo>
  )
}
