'use client'

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import dynamic from 'next/dynamic'
import { ButtonLink, DotsMenu, OnDemand, useLate } from '@/components/ui'
import type { GatewayKeyDrawerProps } from './gateway-key-drawer'
import type { RevokeKeyContent, ServiceMenuContent } from './opened-actions'

const loadMenu = () => import('./opened-actions').then(({ OpenedServiceMenu }) => OpenedServiceMenu)

/** Offers admins what else can be done to a service. */
export const ServiceMenu = (content: ServiceMenuContent) => (
  <DotsMenu name={content.service.name} isInHeader content={content} load={loadMenu} />
)

const loadDrawer = () => import('./gateway-key-drawer').then(({ GatewayKeyDrawer }) => GatewayKeyDrawer)
const prepare = () => void loadDrawer().catch(() => undefined)
const Drawer = dynamic(loadDrawer, { ssr: false })

/** Opens the form of a new gateway key, once there is an upstream key that it can be bound to. */
export function CreateGatewayKey(props: Omit<GatewayKeyDrawerProps, 'isOpen' | 'onClose'>) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const { isThere } = useLate(isOpen || null)
  if (props.keys.length === 0)
    return <ButtonLink href={`/${props.team}/keys`}>Add an API key first</ButtonLink>
  return (
    <>
      <Button onClick={open} onPointerEnter={prepare}>
        Create gateway key
      </Button>
      {isThere && <Drawer {...props} isOpen={isOpen} onClose={close} />}
    </>
  )
}

const loadQuestion = () => import('./opened-actions').then(({ OpenedRevokeKey }) => OpenedRevokeKey)

/** Revokes a gateway key, after a question. */
export function RevokeKey(content: RevokeKeyContent) {
  return (
    <OnDemand
      popup="dialog"
      load={loadQuestion}
      content={content}
      button={
        <Button variant="default" size="xs" aria-label={`Revoke ${content.gatewayKey.prefix}`}>
          Revoke…
        </Button>
      }
    />
  )
}
