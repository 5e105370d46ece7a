'use client'

import { DialogButton, loadDialogWhenOpened } from '@/components/ui'
import type { IncidentContent } from './opened-incident'

const IncidentDialog = loadDialogWhenOpened(
  () => import('./opened-incident').then(({ OpenedIncident }) => OpenedIncident),
  ({ isOpen }) => isOpen,
)

/** Renders the button that ends an incident, once somebody has said what it was. */
export const AcknowledgeIncident = (content: IncidentContent) => (
  <DialogButton
    label="Acknowledge…"
    aria-label={`Acknowledge: ${content.alert.title}`}
    size="xs"
    variant="default"
    dialog={IncidentDialog}
    content={content}
  />
)
