'use client'

import { Stack } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { type Action, useAction } from '@/components/forms'
import { tell } from '@/components/ui'
import type { FieldSource } from '@/lib/upstream/providers'
import { changedLabels } from './changed-labels'
import { ExampleRequestForm } from './example-request-form'
import { FIELDS } from './labels'
import { ProviderForm } from './provider-form'
import { TestPanel, type TestPanelProps } from './test-panel'
import { toOverrides, toTexts, type Values } from './typed-values'
import { useKeptTexts } from './use-kept-texts'
import { type ItemPart, withValue } from './with-value'

export interface ProviderEditorProps {
  readonly team: string
  readonly values: Values
  readonly deployment: Values
  readonly defaults: Values
  readonly sources: Readonly<Record<string, FieldSource>>
  readonly mayEdit: boolean
  /** When the team's own fields were last saved; null if it has none. */
  readonly changedAt: Date | null
  readonly change: Action<
    { team: string; overrides: Record<string, unknown>; changedAt: Date | null },
    { isChanged: boolean }
  >
  readonly reset: Action<{ team: string }>
  /** The path of the upstream's address. */
  readonly prefix: string
  readonly testing: Omit<TestPanelProps, 'team'>
}

const NO_CHANGE = 'Nothing was saved: all fields are as they were.'

/** The provider's form and the test that can fill it. Typed values stay until they are saved or undone. */
export function ProviderEditor(props: ProviderEditorProps) {
  const { team, mayEdit, sources } = props
  const router = useRouter()
  const saved = toTexts(props.values)
  const deployment = toTexts(props.deployment)
  const [texts, setTexts] = useKeptTexts(team, saved, props.changedAt)
  const changing = useAction(props.change)
  const resetting = useAction(props.reset)

  const done = (message: string) => {
    tell(message)
    router.refresh()
  }
  const use = (part: ItemPart, path: string) => {
    setTexts((now) => withValue(now, part, path))
    tell(`“${FIELDS[part]}” is read from ${path} now. Save the provider, or test it again.`)
  }
  const save = async () => {
    resetting.reset()
    const { changedAt } = props
    const { data, refusal } = await changing.call({ team, overrides: toOverrides(texts), changedAt })
    if (data) done(data.isChanged ? 'The provider was saved. It applies from the next call.' : NO_CHANGE)
    else if (refusal?.code === 'conflict') router.refresh()
  }
  const reset = async () => {
    changing.reset()
    const { ok } = await resetting.call({ team })
    if (!ok) return
    setTexts(deployment)
    done('The team’s changes were removed.')
  }
  return (
    <Stack>
      {mayEdit && (
        <TestPanel
          team={team}
          {...props.testing}
          overrides={() => toOverrides(texts)}
          onFound={(suggestion) => {
            const found = toTexts(suggestion)
            setTexts(found)
            return changedLabels(texts, found)
          }}
          onUse={use}
        />
      )}
      {mayEdit && (
        <ExampleRequestForm
          prefix={props.prefix}
          onRead={(values) => setTexts((now) => ({ ...now, ...values }))}
        />
      )}
      <ProviderForm
        texts={texts}
        saved={saved}
        deployment={deployment}
        defaults={toTexts(props.defaults)}
        sources={sources}
        mayEdit={mayEdit}
        hasChanges={props.changedAt !== null}
        isPending={changing.isPending || resetting.isPending}
        refusal={changing.refusal ?? resetting.refusal}
        onChange={setTexts}
        onSave={save}
        onReset={reset}
      />
    </Stack>
  )
}
