'use client'

import { Radio, RadioGroup, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Action, SaveForm } from '@/components/forms'
import { FormDrawer } from '@/components/ui'

/** A service that a team can choose. */
export interface ServiceOption {
  readonly value: string
  readonly name: string
  readonly detail: string
  /** True if the sandbox can stand in for it. */
  readonly canPretend: boolean
  /** True if its address has to be typed. */
  readonly asksAddress: boolean
  /** Choice that it stands for. */
  readonly provider: string | null
  readonly isSandbox: boolean
}

/** The input of the verb that chooses a service. */
export interface ServiceChoice {
  readonly team: string
  readonly provider: string | null
  readonly isSandbox: boolean
  readonly baseUrl: string
}

interface ServiceFieldsProps {
  readonly options: readonly ServiceOption[]
  /** Initial choice. */
  readonly chosen: string
  /** True if the sandbox initially stands in for a service; undefined if that is not asked. */
  readonly isPretend?: boolean
  readonly errors: Readonly<Record<string, string>>
}

/** Chooses the service of a team, with its address if it is not known. */
export function ServiceFields({ options, chosen, isPretend, errors }: ServiceFieldsProps) {
  const [value, setValue] = useState(chosen)
  const option = options.find((each) => each.value === value)
  return (
    <>
      <RadioGroup
        label="Which service do you use?"
        name="service"
        value={value}
        onChange={setValue}
        error={errors.provider}
      >
        <Stack gap="xs" mt={6}>
          {options.map((each) => (
            <Radio
              key={each.value}
              value={each.value}
              label={each.name}
              description={each.detail.replace(/^https?:\/\//, '')}
              styles={{ body: { alignItems: 'flex-start' } }}
            />
          ))}
        </Stack>
      </RadioGroup>
      {option?.asksAddress && (
        <>
          <TextInput
            label="Base address"
            name="baseUrl"
            placeholder="https://api.example.com"
            description="What its paths are added to. Only addresses on the public internet are called."
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            required
            error={errors.baseUrl}
          />
          <Text size="sm">
            Then paste an example request from its documentation under Settings, Provider, so that Purser
            knows how to request lists. A test there finds the rest.
          </Text>
        </>
      )}
      {isPretend !== undefined && option?.canPretend && (
        <Switch
          key={option.value}
          name="isSandbox"
          label="Pretend data and credits"
          description={`The sandbox imitates ${option.name}; nothing is charged.`}
          defaultChecked={isPretend && option.value === chosen}
        />
      )}
    </>
  )
}

/** Returns the choice in the form that the verb takes. */
export function readServiceChoice(
  team: string,
  options: readonly ServiceOption[],
  form: FormData,
): ServiceChoice {
  const option = options.find(({ value }) => value === form.get('service'))
  return {
    team,
    provider: option?.provider ?? null,
    isSandbox: option?.isSandbox || form.get('isSandbox') !== null,
    baseUrl: String(form.get('baseUrl') ?? ''),
  }
}

interface ChangeServiceProps {
  readonly team: string
  readonly options: readonly ServiceOption[]
  readonly chosen: string
  /** True if the sandbox stands in for it now. */
  readonly isPretend: boolean
  readonly choose: Action<ServiceChoice>
}

/** Renders a button, and the form that it opens. */
export function ChangeService({ team, options, chosen, isPretend, choose }: ChangeServiceProps) {
  return (
    <FormDrawer label="Change service" title="Change the service" variant="default">
      <SaveForm
        submitLabel="Change service"
        message="The service was changed. It applies from the next call."
        save={(form) => choose(readServiceChoice(team, options, form))}
      >
        {(fields) => (
          <>
            <Text size="sm">
              Keys stay with the service they were added for and are never sent to another. The team’s own
              changes to the provider are removed.
            </Text>
            <ServiceFields options={options} chosen={chosen} isPretend={isPretend} errors={fields} />
          </>
        )}
      </SaveForm>
    </FormDrawer>
  )
}
