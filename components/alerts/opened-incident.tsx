'use client'

import { Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { cloneElement } from 'react'
import { type Action, SinglePageForm } from '@/components/forms'
import { type OnDemandButton, OpenedDialog, useDoneMessage } from '@/components/ui'
import { localiseStoredText } from '@/lib/kernel'

export type Acknowledge = Action<{ team: string; alertId: string; reason: string }>

export interface IncidentContent {
  readonly team: string
  readonly alert: { readonly id: string; readonly title: string; readonly detail: string }
  readonly acknowledge: Acknowledge
}

/** Asks what an incident was. The answer ends it, and is kept with it. */
export function OpenedIncident(props: IncidentContent & { readonly button: OnDemandButton }) {
  const { team, alert, acknowledge, button } = props
  const tellDone = useDoneMessage()
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <>
      {cloneElement(button, { onClick: dialog.open })}
      <OpenedDialog isOpen={isOpen} onClose={dialog.close} title="Acknowledge outside spend">
        <Stack gap="sm">
          <Text size="sm">{localiseStoredText(alert.detail)}</Text>
          <SinglePageForm
            submitLabel="Acknowledge"
            send={acknowledge}
            read={(form) => ({ team, alertId: alert.id, reason: String(form.get('reason') ?? '') })}
            onDone={() => {
              dialog.close()
              tellDone('Acknowledged. If more is spent, there will be a new alert.')
            }}
          >
            {(errors) => (
              <Textarea
                label="What was it?"
                description="The team sees this with your name, and it stays on the statement."
                name="reason"
                required
                data-autofocus
                error={errors.reason}
              />
            )}
          </SinglePageForm>
        </Stack>
      </OpenedDialog>
    </>
  )
}
