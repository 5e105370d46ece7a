'use client'

import { Button, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Action } from '@/components/forms'
import { ProblemAlert, type StartRun, UnreadItems } from '@/components/runs'
import {
  describeEstimate,
  describeExtras,
  EMPTY_SEARCH,
  type FormFields,
  type PageEstimate,
  SearchForm,
} from '@/components/searches'
import type { SearchFields } from '@/lib/collect/searches'
import type { ByOperation } from '@/lib/kernel'
import { useFirstSearch } from './use-first-search'

interface SearchStepProps {
  readonly team: string
  readonly keyId: string
  readonly environments: readonly { readonly id: string; readonly name: string }[]
  readonly suggestions: ByOperation<string>
  readonly offersTop: boolean
  readonly estimates: ByOperation<PageEstimate>
  readonly createSearch: Action<SearchFields & { team: string }, { id: string }>
  readonly updateSearch: Action<SearchFields & { team: string; searchId: string }>
  readonly startRun: StartRun
  /** Receives the id of the run whose page was bought; null if the search was only saved. */
  onDone(runId: string | null): void
}

/** Saves and runs the first search in one go; its price stands above the button. */
export function SearchStep(props: SearchStepProps) {
  const { team, environments, suggestions, estimates, offersTop } = props
  const { save, run, refusal, problem, isUnread, isPending } = useFirstSearch(props)
  const provider = `/${team}/settings/provider`
  const saveOnly = useRef(false)
  const first = suggestions.timeline === '' ? 'search' : 'timeline'
  const [operation, setOperation] = useState<SearchFields['operation']>(first)

  const submit = async (fields: FormFields) => {
    const next = saveOnly.current ? save : run
    saveOnly.current = false
    await next(fields)
  }
  const initial = {
    ...EMPTY_SEARCH,
    name: 'My first search',
    operation: first,
    subject: suggestions[first],
  } as const
  return (
    <Stack>
      <Text size="sm">
        Running it buys one page. {describeEstimate(estimates[operation])}{' '}
        {describeExtras(estimates[operation])}
      </Text>
      {isUnread && <UnreadItems provider={provider} />}
      {problem && <ProblemAlert problem={problem} provider={provider} />}
      <SearchForm
        initial={initial}
        environments={environments}
        suggestions={suggestions}
        offersTop={offersTop}
        refusal={refusal}
        isPending={isPending}
        submitLabel="Save and run the first page"
        more={() => (
          <Button
            type="submit"
            variant="default"
            disabled={isPending}
            onClick={() => {
              saveOnly.current = true
            }}
          >
            Save only
          </Button>
        )}
        onOperation={setOperation}
        onSubmit={submit}
      />
    </Stack>
  )
}
