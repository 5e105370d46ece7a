'use client'

import { Button, Stack, Text } from '@mantine/core'
import { useCallback, useRef, useState } from 'react'
import { type Action, useAction } from '@/components/forms'
import { ProblemAlert, type StartRun, UnreadItems, useStartRun } from '@/components/runs'
import {
  describeEstimate,
  describeExtraCosts,
  EMPTY_SEARCH,
  type PageEstimate,
  SearchForm,
} from '@/components/searches'
import type { PageAnswer } from '@/lib/collect/runs'
import type { AllSearchFields, SearchFields } from '@/lib/collect/searches'
import type { ByOperation } from '@/lib/kernel'

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

/** Saves and runs the first search in one go; its price is shown above the button. */
export function SearchStep(props: SearchStepProps) {
  const { team, environments, suggestions, estimates, offersTop } = props
  const { save, run, refusal, problem, isUnread, isPending } = useFirstSearch(props)
  const provider = `/${team}/settings/provider`
  const saveOnly = useRef(false)
  const first = suggestions.timeline === '' ? 'search' : 'timeline'
  const [operation, setOperation] = useState<SearchFields['operation']>(first)

  const submit = async (fields: AllSearchFields) => {
    const next = saveOnly.current || fields.subjects.length > 1 ? save : run
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
        {describeExtraCosts(estimates[operation])}
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
        listLabel="Save"
        more={({ subjects }) =>
          subjects.length > 1 ? (
            'A list runs in the background: the search’s page says what that costs, and starts it.'
          ) : (
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
          )
        }
        onOperation={setOperation}
        onSubmit={submit}
      />
    </Stack>
  )
}

/**
 * Saves the first search and runs it. Once saved it stays the same search: if the page failed, the next try changes it
 * to the typed values and runs it.
 */
function useFirstSearch({ team, keyId, createSearch, updateSearch, startRun, onDone }: SearchStepProps) {
  const created = useAction(createSearch)
  const updated = useAction(updateSearch)
  const searchId = useRef<string | null>(null)
  const failed = useRef(false)
  const [problem, setProblem] = useState<PageAnswer['problem']>(null)
  const [isUnread, setUnread] = useState(false)
  const startAndLook: StartRun = useCallback(
    async (input) => {
      const answer = await startRun(input)
      const { data } = answer
      const unread = data?.endReason === 'unread_items'
      failed.current = unread || (data?.problem ?? null) !== null
      setProblem(data?.problem ?? null)
      setUnread(unread)
      return answer
    },
    [startRun],
  )
  // A run whose page failed, or cannot be read, does not finish the set-up, because the problem can be fixed here.
  const started = useStartRun(team, { startRun: startAndLook }, (runId) => {
    if (!failed.current) onDone(runId)
  })

  const keep = async (fields: SearchFields): Promise<string | null> => {
    if (searchId.current === null) {
      searchId.current = (await created.call({ ...fields, team })).data?.id ?? null
      return searchId.current
    }
    const { ok } = await updated.call({ ...fields, team, searchId: searchId.current })
    return ok ? searchId.current : null
  }
  return {
    problem,
    /** True if a page was bought but none of its items can be read. */
    isUnread,
    refusal: created.refusal ?? updated.refusal ?? started.refusal,
    isPending: created.isPending || updated.isPending || started.isPending,
    async save(fields: SearchFields) {
      if (await keep(fields)) onDone(null)
    },
    async run(fields: SearchFields) {
      setProblem(null)
      setUnread(false)
      const id = await keep(fields)
      if (id) await started.start(id, keyId)
    },
  }
}
