'use client'

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import dynamic from 'next/dynamic'
import { useLate } from '@/components/ui'
import type { TokenDrawerProps } from './token-drawer'

const load = () => import('./token-drawer').then(({ TokenDrawer }) => TokenDrawer)
const prepare = () => void load().catch(() => undefined)
const Drawer = dynamic(load, { ssr: false })

/** Opens the form of a new token. */
export function CreateToken(props: Omit<TokenDrawerProps, 'isOpen' | 'onClose'>) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const { isThere } = useLate(isOpen || null)
  return (
    <>
      <Button onClick={open} onPointerEnter={prepare}>
        Create token
      </Button>
      {isThere && <Drawer {...props} isOpen={isOpen} onClose={close} />}
    </>
  )
}
