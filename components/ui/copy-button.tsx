'use client'

import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useEffect, useRef, useState } from 'react'

const Tooltip = dynamic(() => import('./opened-tooltip').then((loaded) => loaded.OpenedTooltip), {
  ssr: false,
})

/**
 * Copies the visible text beside it. Its tooltip loads when the pointer or the focus first comes, and goes with
 * Escape; the success is announced.
 */
export function CopyButton({ value, label }: { readonly value: string; readonly label: string }) {
  const { copy, copied } = useClipboard()
  const button = useRef<HTMLButtonElement>(null)
  const [isNear, setNear] = useState<boolean | null>(null)
  const come = () => setNear(true)
  const leave = () => setNear(false)
  useEffect(() => {
    if (!isNear) return
    const end = ({ key }: KeyboardEvent) => key === 'Escape' && setNear(false)
    window.addEventListener('keydown', end)
    return () => window.removeEventListener('keydown', end)
  }, [isNear])
  return (
    <>
      <ActionIcon
        ref={button}
        variant="subtle"
        size={24}
        aria-label={label}
        onClick={() => copy(value)}
        onPointerEnter={come}
        onFocus={come}
        onPointerLeave={leave}
        onBlur={leave}
      >
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </ActionIcon>
      <VisuallyHidden aria-live="polite">{copied && 'Copied'}</VisuallyHidden>
      {isNear !== null && <Tooltip target={button} opened={isNear} label={copied ? 'Copied' : label} />}
    </>
  )
}
