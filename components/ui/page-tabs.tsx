'use client'

import { usePathname } from 'next/navigation'
import { LinkTabs } from './link-tabs'

interface PageTabsProps {
  /** What the pages have in common. */
  readonly label: string
  readonly tabs: readonly { readonly label: string; readonly href: string }[]
}

/** Pages that belong together, as tabs. The one with the longest address that fits is current. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  const here = usePathname()
  const fitting = tabs.filter(({ href }) => here === href || here.startsWith(`${href}/`))
  const current = fitting.sort((a, b) => b.href.length - a.href.length)[0]?.href
  return <LinkTabs label={label} tabs={tabs.map((tab) => ({ ...tab, isCurrent: tab.href === current }))} />
}
