'use client'

import { Button, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { type Action, useAction } from '@/components/forms'
import { type StartRun, useStartRun } from '@/components/runs'
import { describeEstimate, type PageEstimate, SearchForm } from '@/components/searches'
import type { SearchFields } from '@/lib/searches'

interface SearchStepProps {
  readonly team: string
  readonly keyId: string
  readonly environments: readonly { readonly id: string; readonly name: string }[]
  readonly suggestions: Readonly<Record<SearchFields['operation'], string>>
  readonly estimates: Readonly<Record<SearchFields['operation'], PageEstimate>>
  readonly createSearch: Action<SearchFields & { team: string }, { id: string }>
  readonly startRun: StartRun
  onDone(): void
}

/** The first search, saved and run in one go; its price stands above the button. */
export function SearchStep(props: SearchStepProps) {
  const { team, keyId, environments, suggestions, estimates, createSearch, startRun, onDone } = props
  const created = useAction(createSearch)
  const run = useStartRun(team, startRun, onDone)
  const searchId = useRef<string | null>(null)
  const mayRun = useRef(true)
  const [operation, setOperation] = useState<SearchFields['operation']>('timeline')

  const submit = async (fields: SearchFields) => {
    // A run that was refused is tried again with the search that was saved.
    searchId.current ??= (await created.call({ ...fields, team })).data?.id ?? null
    if (searchId.current === null) return
    if (mayRun.current) await run.start(searchId.current, keyId)
    else onDone()
  }
  const initial = {
    name: 'My first search',
    operation: 'timeline',
    subject: suggestions.timeline,
    product: 'Latest',
    shared: true,
    environmentId: '',
  } as const
  return (
    <>
      <Text size="sm" mb="md">
        Running it buys one page; {describeEstimate(estimates[operation])}
      </Text>
      <SearchForm
        initial={initial}
        environments={environments}
        suggestions={suggestions}
        refusal={created.refusal ?? run.refusal}
        isPending={created.isPending || run.isPending}
        submitLabel="Save and run the first page"
        more={
          <Button
            type="submit"
            variant="default"
            onClick={() => {
              mayRun.current = false
            }}
          >
            Save only
          </Button>
        }
        onOperation={setOperation}
        onSubmit={submit}
      />
    </>
  )
}
