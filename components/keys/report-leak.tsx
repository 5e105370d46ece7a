'use client'

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import dynamic from 'next/dynamic'
import { useLate } from '@/components/ui'
import type { PastedLeakProps } from './pasted-leak'

const load = () => import('./pasted-leak').then(({ PastedLeak }) => PastedLeak)
const prepare = () => void load().catch(() => undefined)
const PastedLeak = dynamic(load, { ssr: false })

/** Helps someone who has found a key somewhere and does not know which one it is. */
export function ReportLeak(props: Omit<PastedLeakProps, 'isOpen' | 'onClose'>) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const { isThere } = useLate(isOpen || null)
  return (
    <>
      <Button variant="default" onClick={open} onPointerEnter={prepare}>
        Report a leaked key
      </Button>
      {isThere && <PastedLeak {...props} isOpen={isOpen} onClose={close} />}
    </>
  )
}
