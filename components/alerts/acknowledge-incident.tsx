'use client'

import { Button } from '@mantine/core'
import { OnDemand } from '@/components/ui'
import type { IncidentContent } from './opened-incident'

const load = () => import('./opened-incident').then(({ OpenedIncident }) => OpenedIncident)

/** Renders the button that ends an incident, once somebody has said what it was. */
export function AcknowledgeIncident(content: IncidentContent) {
  return (
    <OnDemand
      popup="dialog"
      load={load}
      content={content}
      button={
        <Button size="xs" variant="default" aria-label={`Acknowledge: ${content.alert.title}`}>
          Acknowledge…
        </Button>
      }
    />
  )
}
