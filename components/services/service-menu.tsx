'use client'

import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { OnDemand } from '@/components/ui'
import type { ServiceMenuContent } from './opened-service-menu'

const load = () => import('./opened-service-menu').then(({ OpenedServiceMenu }) => OpenedServiceMenu)

/** For admins: what else can be done to a service. */
export function ServiceMenu(content: ServiceMenuContent) {
  return (
    <OnDemand
      popup="menu"
      load={load}
      content={content}
      button={
        <ActionIcon variant="default" size="lg" aria-label={`Actions for ${content.service.name}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      }
    />
  )
}
