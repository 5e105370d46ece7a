'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { LinkTabs } from './link-tabs'

interface PageTabsProps {
  /** Label for what the pages have in common. */
  readonly label: string
  readonly tabs: readonly { readonly label: string; readonly href: string }[]
  /** True for an index beside the page, where there is room. */
  readonly isIndex?: boolean
}

/** Renders pages that belong together as tabs. The one with the longest matching address is current. */
export function PageTabs({ label, tabs, isIndex = false }: PageTabsProps) {
  const here = usePathname()
  const fitting = tabs.filter(({ href }) => here === href || here.startsWith(`${href}/`))
  const current = fitting.sort((a, b) => b.href.length - a.href.length)[0]?.href
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = row.current
    if (!current || !element) return
    const observer = new ResizeObserver(() => showWhole(element))
    observer.observe(element)
    return () => observer.disconnect()
  }, [current])
  return (
    <LinkTabs
      ref={row}
      label={label}
      isIndex={isIndex}
      tabs={tabs.map((tab) => ({ ...tab, isCurrent: tab.href === current }))}
    />
  )
}

/** Scrolls the current tab to the middle, because on a phone the row is longer than the screen. */
function showWhole(row: HTMLElement): void {
  const tab = row.querySelector<HTMLElement>('[aria-current]')
  if (tab) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}
