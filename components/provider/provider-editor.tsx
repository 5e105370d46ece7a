'use client'

import { Stack } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Action, useAction } from '@/components/forms'
import { Disclosure, readStored, showMessage, writeStored } from '@/components/ui'
import { formatCount, formatPlural } from '@/lib/kernel'
import type { FieldSource } from '@/lib/upstream/providers'
import { ExampleRequestForm } from './example-request-form'
import { FIELD_GROUPS } from './fields'
import { assignItemPart, changedFieldLabels, ITEM_PART_LABELS, type ItemPart } from './labels'
import { ProviderForm } from './provider-form'
import { TestPanel, type TestPanelProps } from './test-panel'
import {
  HIDDEN_OVERRIDES_NAME,
  haveTextsChanged,
  type ProviderTexts,
  type ProviderValues,
  toOverrides,
  toProviderTexts,
} from './typed-values'

export interface ProviderEditorProps {
  readonly team: string
  /** Identity of the service; another one has its own editor. */
  readonly service: string
  readonly values: ProviderValues
  readonly deployment: ProviderValues
  /** The team's own fields, including those that the form does not show. */
  readonly overrides: Readonly<Record<string, unknown>>
  readonly defaults: ProviderValues
  readonly sources: Readonly<Record<string, FieldSource>>
  readonly mayEdit: boolean
  /** Time of the last change of the team's own fields; null if it has none. */
  readonly changedAt: Date | null
  readonly change: Action<
    { team: string; overrides: Record<string, unknown>; changedAt: Date | null },
    { isChanged: boolean }
  >
  readonly reset: Action<{ team: string }>
  /** Path of the upstream's address. */
  readonly prefix: string
  readonly testing: Omit<TestPanelProps, 'team'>
  /** Further information, shown when it is opened. */
  readonly children: ReactNode
}

const NO_CHANGE = 'Nothing was saved: all fields are as they were.'

/**
 * Offers the example request and the test that can fill the provider's form, and the form, which opens if something
 * was filled in. Typed values stay until they are saved or undone.
 */
export function ProviderEditor(props: ProviderEditorProps) {
  const { team, mayEdit, sources } = props
  const router = useRouter()
  const saved = toProviderTexts(props.values, props.overrides)
  const deployment = toProviderTexts(props.deployment)
  const [texts, setTexts] = useKeptTexts(team, props.service, saved, props.changedAt)
  const changing = useAction(props.change)
  const resetting = useAction(props.reset, 'The team’s changes were removed.')
  const [chosen, setChosen] = useState<boolean | null>(null)
  const { refusal } = changing
  const isOpen = refusal !== null || (chosen ?? haveTextsChanged(texts, saved))
  /** Fills in values and shows them. */
  const fill = (next: (now: ProviderTexts) => ProviderTexts) => {
    setChosen(null)
    setTexts(next)
  }

  const use = (part: ItemPart, path: string) => {
    fill((now) => assignItemPart(now, part, path))
    showMessage(`“${ITEM_PART_LABELS[part]}” is read from ${path} now. Save the provider, or test it again.`)
  }
  const save = async () => {
    // Stays open once nothing differs any more, so that what was saved can be seen.
    setChosen(true)
    const { changedAt } = props
    const { data, refusal } = await changing.call({ team, overrides: toOverrides(texts), changedAt })
    if (data)
      showMessage(data.isChanged ? 'The provider was saved. It applies from the next call.' : NO_CHANGE)
    if (data || refusal?.code === 'conflict') router.refresh()
  }
  const reset = async () => {
    changing.reset()
    const called = await resetting.call({ team })
    if (called.ok) setTexts(deployment)
    return called
  }
  return (
    <Stack>
      {mayEdit && (
        <ExampleRequestForm
          prefix={props.prefix}
          onRead={(values) => fill((now) => ({ ...now, ...values }))}
        />
      )}
      {mayEdit && (
        <TestPanel
          team={team}
          {...props.testing}
          overrides={() => toOverrides(texts)}
          onFound={(suggestion) => {
            const found = {
              ...toProviderTexts(suggestion),
              [HIDDEN_OVERRIDES_NAME]: texts[HIDDEN_OVERRIDES_NAME] ?? '{}',
            }
            fill(() => found)
            return changedFieldLabels(texts, found)
          }}
          onUse={use}
        />
      )}
      <Disclosure label={advancedLabel(sources)} isOpen={isOpen} onChange={setChosen}>
        <ProviderForm
          texts={texts}
          saved={saved}
          deployment={deployment}
          defaults={toProviderTexts(props.defaults)}
          names={Object.keys(props.values)}
          sources={sources}
          mayEdit={mayEdit}
          hasChanges={props.changedAt !== null}
          isPending={changing.isPending || resetting.isPending}
          refusal={refusal}
          onChange={setTexts}
          onSave={save}
          onReset={reset}
        />
        {props.children}
      </Disclosure>
    </Stack>
  )
}

const FIELD_COUNT = FIELD_GROUPS.reduce((sum, { fields }) => sum + fields.length, 0)

/** Says how many fields there are, and how many the team has changed: "Advanced (27 fields, 0 changed)". */
function advancedLabel(sources: ProviderEditorProps['sources']): string {
  const changed = Object.values(sources).filter((source) => source === 'team').length
  return `Advanced (${formatPlural(FIELD_COUNT, 'field')}, ${formatCount(changed)} changed)`
}

/** The kept texts, and the version of the provider that they change. */
interface Kept {
  readonly texts: ProviderTexts
  readonly changedAt: number | null
}

/**
 * Holds the texts of the form. Unsaved ones are kept in this tab, so that another page or a reload loses nothing. Once
 * somebody has saved the provider meanwhile they are dropped, because they would undo that. Texts of one service do
 * not apply to another.
 */
function useKeptTexts(team: string, service: string, saved: ProviderTexts, changedAt: Date | null) {
  const [texts, setTexts] = useState<ProviderTexts>(saved)
  const name = `purser-provider-${team}-${service}`
  const mark = changedAt?.getTime() ?? null
  const isRead = useRef(false)
  useEffect(() => {
    if (isRead.current) return
    isRead.current = true
    const kept = read(name)
    if (kept?.changedAt !== mark || !haveTextsChanged(kept.texts, saved)) return
    setTexts({ ...saved, ...kept.texts })
    showMessage('What you typed and did not save is here again.')
  }, [name, mark, saved])
  useEffect(() => {
    if (!isRead.current) return
    const kept: Kept | null = haveTextsChanged(texts, saved) ? { texts, changedAt: mark } : null
    writeStored('sessionStorage', name, kept && JSON.stringify(kept))
  }, [name, texts, saved, mark])
  return [texts, setTexts] as const
}

const read = (name: string): Kept | null => JSON.parse(readStored('sessionStorage', name) ?? 'null')
