'use client'

import { Text } from '@mantine/core'
import { type Action, SaveForm } from '@/components/forms'
import { FormDrawer } from '@/components/ui'
import { readService, type ServiceChoice, ServiceFields, type ServiceOption } from './service-fields'

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
        message="The service was changed. It is called from the next call on."
        save={(form) => choose(readService(team, options, form))}
      >
        {(fields) => (
          <>
            <Text size="sm">
              Keys stay with the service that they were added for: none is sent to another one. The team’s own
              changes of the provider go.
            </Text>
            <ServiceFields options={options} chosen={chosen} isPretend={isPretend} errors={fields} />
          </>
        )}
      </SaveForm>
    </FormDrawer>
  )
}
