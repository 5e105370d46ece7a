'use client'

import { DotsMenu } from '@/components/ui'
import type { ServiceMenuContent } from './opened-service-menu'

const load = () => import('./opened-service-menu').then(({ OpenedServiceMenu }) => OpenedServiceMenu)

/** Offers admins what else can be done to a service. */
export const ServiceMenu = (content: ServiceMenuContent) => (
  <DotsMenu name={content.service.name} isInHeader content={content} load={load} />
)
