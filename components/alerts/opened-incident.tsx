'use client'

import { Stack, Text, Textarea } from '@mantine/core'
import { type Action, formFieldText, SaveForm } from '@/components/forms'
import { OpenedDialog } from '@/components/ui'
import { localiseStoredText } from '@/lib/kernel'

export type Acknowledge = Action<{ team: string; alertId: string; reason: string }>

export interface IncidentContent {
  readonly team: string
  readonly alert: { readonly id: string; readonly title: string; readonly detail: string }
  readonly acknowledge: Acknowledge
}

interface OpenedIncidentProps extends IncidentContent {
  readonly isOpen: boolean
  onClose(): void
}

/** Asks what an incident was. The answer ends it, and is kept with it. */
export const OpenedIncident = ({ team, alert, acknowledge, ...dialog }: OpenedIncidentProps) => (
  <OpenedDialog {...dialog} title="Acknowledge outside spend">
    <Stack gap="sm">
      <Text size="sm">{localiseStoredText(alert.detail)}</Text>
      <SaveForm
        submitLabel="Acknowledge"
        message="Acknowledged. If more is spent, there will be a new alert."
        save={(form) => acknowledge({ team, alertId: alert.id, reason: formFieldText(form, 'reason') })}
        onDone={dialog.onClose}
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
      </SaveForm>
    </Stack>
  </OpenedDialog>
)
