'use client'

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import dynamic from 'next/dynamic'
import { ButtonLink, useLate } from '@/components/ui'
import type { GatewayKeyDrawerProps } from './gateway-key-drawer'

const load = () => import('./gateway-key-drawer').then(({ GatewayKeyDrawer }) => GatewayKeyDrawer)
const prepare = () => void load().catch(() => undefined)
const Drawer = dynamic(load, { ssr: false })

/** Opens the form of a new gateway key, once there is an upstream key that it can be bound to. */
export function CreateGatewayKey(props: Omit<GatewayKeyDrawerProps, 'isOpen' | 'onClose'>) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const { isThere } = useLate(isOpen || null)
  if (props.keys.length === 0)
    return <ButtonLink href={`/${props.team}/keys`}>Add an upstream key first</ButtonLink>
  return (
    <>
      <Button onClick={open} onPointerEnter={prepare}>
        Create gateway key
      </Button>
      {isThere && <Drawer {...props} isOpen={isOpen} onClose={close} />}
    </>
  )
}
