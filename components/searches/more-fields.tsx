'use client'

import { InputBase } from '@mantine/core'
import dynamic from 'next/dynamic'
import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react'
import { ChoiceField } from '@/components/ui'
import type { AllSearchFields } from '@/lib/collect/searches'

/** Something that can be chosen by its name. */
export interface NamedChoice {
  readonly id: string
  readonly name: string
}

interface MoreFieldsProps {
  readonly form: AllSearchFields
  readonly environments: readonly NamedChoice[]
  /** Undefined if the key is chosen only by environment. */
  readonly keys:
    | { readonly wallets: readonly NamedChoice[]; readonly keys: readonly NamedChoice[] }
    | undefined
  readonly errors: Readonly<Record<string, string>>
  set(change: Partial<AllSearchFields>): void
}

const WAYS = [
  { value: 'environment', label: 'Any key in an environment' },
  { value: 'wallet', label: 'The least busy key of one wallet' },
  { value: 'key', label: 'One specific key' },
] as const

const REUSE = [
  { value: '0', label: 'Off: each page is bought' },
  { value: '60', label: '1 minute' },
  { value: '300', label: '5 minutes' },
  { value: '900', label: '15 minutes' },
  { value: '3600', label: '1 hour' },
]

const options = (choices: readonly NamedChoice[]) =>
  choices.map(({ id, name }) => ({ value: id, label: name }))

/** Chooses which key a search uses, whether it may use earlier pages, and the tags to find it by. */
export function AdvancedSearchFields({ form, environments, keys, errors, set }: MoreFieldsProps) {
  const way = WAYS.find(({ value }) => value === form.keyChoice)?.value ?? 'environment'
  return (
    <>
      {keys && (
        <ChoiceField
          label="Run it with"
          description="Another key can be chosen for each run."
          data={[...WAYS]}
          value={way}
          onChange={(value) =>
            set({ keyChoice: WAYS.find((each) => each.value === value)?.value ?? 'environment' })
          }
        />
      )}
      {way === 'environment' && (
        <ChoiceField
          label="Environment"
          description="Keys of this environment come first in the list of keys."
          placeholder="Any environment"
          clearable
          value={form.environmentId || null}
          onChange={(value) => set({ environmentId: value ?? '' })}
          data={options(environments)}
        />
      )}
      {way === 'wallet' && keys && (
        <ChoiceField
          label="Wallet"
          placeholder="Choose a wallet"
          value={form.walletId || null}
          onChange={(value) => set({ walletId: value ?? '' })}
          data={options(keys.wallets)}
        />
      )}
      {way === 'key' && keys && (
        <ChoiceField
          label="That key"
          placeholder="Choose a key"
          value={form.keyId || null}
          onChange={(value) => set({ keyId: value ?? '' })}
          data={options(keys.keys)}
        />
      )}
      {keys && (
        <>
          <ChoiceField
            label="Reuse pages bought before"
            description="A page that the team bought within this time is reused at no cost. The run says how old it is."
            data={REUSE}
            value={String(form.reuseSeconds)}
            onChange={(value) => set({ reuseSeconds: Number(value ?? 0) })}
          />
          <TagsField
            label="Tags"
            description="Press Enter after each tag."
            value={form.tags}
            onChange={(tags) => set({ tags })}
            maxTags={10}
            error={errors.tags}
          />
        </>
      )}
    </>
  )
}

const load = () => import('./opened-tags').then(({ OpenedTags }) => OpenedTags)
const prepare = () => void load().catch(() => undefined)
const OpenedTags = dynamic(load)

interface TagsFieldProps {
  readonly label: string
  readonly description: string
  readonly value: readonly string[]
  readonly maxTags: number
  readonly error: ReactNode
  onChange(tags: string[]): void
}

/** The loaded field, and whether the focus was still in it then: someone who has moved on is not called back. */
interface Entered {
  readonly Field: ComponentType<ComponentProps<typeof OpenedTags>>
  readonly hasFocus: boolean
}

/** Edits tags. If there are none yet, the code of the field loads when somebody reaches it. */
function TagsField({ value, maxTags, onChange, ...field }: TagsFieldProps) {
  const [entered, setEntered] = useState<Entered | null>(null)
  const Field = entered?.Field ?? (value.length > 0 ? OpenedTags : null)
  if (Field)
    return (
      <Field
        {...field}
        maxTags={maxTags}
        onChange={onChange}
        value={[...value]}
        isEntered={entered?.hasFocus ?? false}
      />
    )
  const enter = (input: HTMLInputElement) =>
    void load().then(
      (Loaded) => setEntered({ Field: Loaded, hasFocus: document.activeElement === input }),
      () => undefined,
    )
  return (
    <InputBase
      {...field}
      readOnly
      autoComplete="off"
      onPointerEnter={prepare}
      onFocus={({ currentTarget }) => enter(currentTarget)}
    />
  )
}
