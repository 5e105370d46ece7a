'use client'

import { Alert, Button, Divider, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, type MouseEvent, useState } from 'react'
import { type Action, RefusableForm, useAction } from '@/components/forms'
import { ChoiceField, Dimmed, KeyField } from '@/components/ui'
import { foldText, formatCredits, formatRate } from '@/lib/kernel'
import type { AddedKey } from '@/lib/keys/keys'
import type { KeyRow } from './key-row'
import { explainUncheckedKey, type KeyService } from './key-words'

interface Choice {
  readonly id: string
  readonly name: string
}

export interface NewKeyTarget {
  readonly team: string
  readonly walletId: string
  readonly environmentId: string
  readonly name: string
}

interface AddKeyFormProps {
  readonly team: string
  readonly wallets: readonly Choice[]
  readonly environments: readonly Choice[]
  readonly service: KeyService
  /** Keys in the list beside the form; a new one among them is described in full. */
  readonly keys?: readonly KeyRow[]
  readonly addKey: Action<NewKeyTarget & { service: string; key: string }, AddedKey>
  /**
   * Creates a key at the built-in sandbox, which no browser sees; null unless the sandbox is the upstream or can stand
   * in for it.
   */
  readonly addSandboxKey: Action<NewKeyTarget, AddedKey> | null
  onAdded(added: AddedKey): void
  /** Closes the form once a key was added; absent where the page itself goes on. */
  onDone?(): void
}

const describeSandbox = ({ label, isSandbox, isPretend }: KeyService): string => {
  if (!isSandbox)
    return `The sandbox imitates ${label}, with pretend data and pretend credits. Switch to the service itself at any time.`
  return isPretend
    ? `The sandbox imitates ${label}, with pretend data and pretend credits. To use a real key, choose ${label} itself under Settings, Provider.`
    : 'The sandbox has pretend data and pretend credits: nothing here costs money.'
}

const describeKey = (service: KeyService): string =>
  [
    service.form,
    service.tellsKeys
      ? 'It is checked with the API and stored encrypted, and nobody can read it here again.'
      : `It is stored encrypted, and nobody can read it here again. ${explainUncheckedKey(service)}`,
    'Or say where the server finds it: env:NAME or file:path.',
  ].join(' ')

const options = (choices: readonly Choice[]) => choices.map(({ id, name }) => ({ value: id, label: name }))

/** Returns the first of "production", "production 2", … that no key has. */
export function freeName(base: string, taken: readonly string[]): string {
  const names = new Set(taken.map(foldText))
  let name = base
  for (let number = 2; names.has(foldText(name)); number++) name = `${base} ${number}`
  return name
}

/** Adds a key: pasted, or from the sandbox. The pasted text leaves the form as soon as it is accepted. */
export function AddKeyForm(props: AddKeyFormProps) {
  const { team, wallets, environments, service, keys = [], addKey, addSandboxKey, onAdded, onDone } = props
  const pasted = useAction(addKey)
  const made = useAction(addSandboxKey ?? addKey)
  const refusal = pasted.refusal ?? made.refusal
  const [walletId, setWalletId] = useState(wallets[0]?.id ?? null)
  const [environmentId, setEnvironmentId] = useState(environments[0]?.id ?? null)
  const [added, setAdded] = useState<AddedKey | null>(null)
  const [typedName, setTypedName] = useState<string | null>(null)
  const environment = environments.find(({ id }) => id === environmentId)
  const proposed = freeName(
    environment?.name ?? '',
    keys.map(({ name }) => name),
  )

  // A real key has nothing to do with the sandbox that speaks as its service.
  const takesKeys = !service.isPretend
  const place: NewKeyTarget = {
    team,
    walletId: walletId ?? '',
    environmentId: environmentId ?? '',
    name: typedName ?? proposed,
  }
  const done = (form: HTMLFormElement, data: AddedKey | undefined) => {
    if (!data) return
    form.reset()
    setTypedName(null)
    setAdded(data)
    onAdded(data)
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const key = String(new FormData(form).get('key'))
    made.reset()
    done(form, (await pasted.call({ ...place, service: service.id, key })).data)
  }
  const make = async ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    if (!addSandboxKey || !form) return
    pasted.reset()
    done(form, (await made.call({ ...place, service: service.id, key: '' })).data)
  }
  const alert = added && (
    <AddedKeyAlert added={added} service={service} row={keys.find(({ id }) => id === added.id)} />
  )
  if (added && onDone)
    return (
      <Stack>
        {alert}
        <Group>
          <Button onClick={onDone}>Done</Button>
          <Button variant="default" onClick={() => setAdded(null)}>
            Add another
          </Button>
        </Group>
      </Stack>
    )
  return (
    <RefusableForm refusal={refusal} onSubmit={submit} autoComplete="off">
      {(fields) => (
        <>
          {!refusal && alert}
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <ChoiceField
              label="Wallet"
              name="walletId"
              data={options(wallets)}
              value={walletId}
              onChange={setWalletId}
              required
              error={fields.walletId}
            />
            <ChoiceField
              label="Environment"
              name="environmentId"
              data={options(environments)}
              value={environmentId}
              onChange={setEnvironmentId}
              required
              error={fields.environmentId}
            />
          </SimpleGrid>
          <TextInput
            label="Name"
            name="name"
            description="What your team calls it."
            value={typedName ?? proposed}
            onChange={({ currentTarget }) => setTypedName(currentTarget.value)}
            error={fields.name}
          />
          {addSandboxKey && (
            <>
              <Button onClick={make} loading={made.isPending} disabled={pasted.isPending}>
                {service.isSandbox ? 'Use a sandbox key' : 'Try with pretend credits'}
              </Button>
              <Dimmed>{describeSandbox(service)}</Dimmed>
              {takesKeys && <Divider label="or paste a key" />}
            </>
          )}
          {takesKeys && (
            <>
              <KeyField
                label="Key"
                name="key"
                description={describeKey(service)}
                {...(service.beginsWith !== null && { placeholder: `${service.beginsWith}…` })}
                required
                error={fields.key}
              />
              <Button
                type="submit"
                variant={addSandboxKey ? 'default' : 'filled'}
                loading={pasted.isPending}
                disabled={made.isPending}
              >
                {service.tellsKeys ? 'Check and add the key' : 'Add the key'}
              </Button>
            </>
          )}
        </>
      )}
    </RefusableForm>
  )
}

interface AddedKeyAlertProps {
  readonly added: AddedKey
  readonly service: KeyService
  /** The key as it is listed; undefined until the page is refreshed. */
  readonly row: KeyRow | undefined
}

/** Shows immediately which key was added: its prefix, limit and balance. */
function AddedKeyAlert({ added, service, row }: AddedKeyAlertProps) {
  const rate = formatRate(added.rate)
  return (
    <Alert role="status" color="green" variant="light" icon={<IconCheck aria-hidden />}>
      The key {added.prefix}… was added: {added.plan === null ? rate : `${added.plan}, ${rate}`}.
      {added.isUnchecked && ` It is not checked: ${explainUncheckedKey(service)}`}
      {row?.balance && ` ${row.walletName} holds ${formatCredits(row.balance.balanceNano)} ${row.unit}.`}
    </Alert>
  )
}
