'use client'

import { Button, type ButtonProps, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import links from './link-to.module.css'
import sections from './sections.module.css'
import segments from './segments.module.css'

interface LinkToProps {
  readonly href: string
  readonly title?: string | undefined
  readonly 'aria-label'?: string | undefined
  /** False to keep the scroll position. */
  readonly scroll?: boolean
  /** Size of its letters; `inherit` takes that of the text around it. */
  readonly size?: 'xs' | 'sm' | 'md' | 'inherit'
  readonly isBold?: boolean
  /** True to take the colour of the text around it, if that already shows that it is a link. */
  readonly isQuiet?: boolean
  /** True to stand on its own line, below what stands above it. */
  readonly isApart?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
  onClick?(): void
}

/** Mantine's focus ring for keyboard users. */
const LINK = `${links.link} mantine-focus-auto`

/**
 * Renders a link inside the app without prefetching, so that only a visit reads a page. A bare element, because long
 * lists have several in each row. A client component, because server components cannot pass `onClick` on.
 */
export function LinkTo({ size = 'md', isBold, isQuiet, isApart, className, ...link }: LinkToProps) {
  return (
    <Link
      prefetch={false}
      className={className ? `${LINK} ${className}` : LINK}
      data-size={size}
      data-bold={isBold || undefined}
      data-quiet={isQuiet || undefined}
      data-apart={isApart || undefined}
      {...link}
    />
  )
}

interface ButtonLinkProps extends ButtonProps {
  readonly href: string
  /** False to keep the scroll position. */
  readonly scroll?: boolean
  readonly children: ReactNode
}

/** Renders a link inside the app that looks like a button; see `LinkTo`. */
export function ButtonLink({ href, scroll = true, children, ...button }: ButtonLinkProps) {
  return (
    <Button component={Link} href={href} scroll={scroll} prefetch={false} {...button}>
      {children}
    </Button>
  )
}

interface ChoicesProps {
  /** Subject of the choice. */
  readonly label: string
  readonly choices: readonly { readonly label: string; readonly href: string; readonly isChosen: boolean }[]
}

/** Renders links of which one is chosen, looking like `Segments`: what a card shows, kept in the URL. */
export function Choices({ label, choices }: ChoicesProps) {
  return (
    <nav className={segments.segments} data-print="never" aria-label={label}>
      {choices.map(({ label: name, href, isChosen }) => (
        <Link
          key={href}
          href={href}
          prefetch={false}
          scroll={false}
          aria-current={isChosen ? 'true' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

interface FilterChipProps {
  /** Name of the filter, such as "Member". */
  readonly name: string
  readonly value: string
  /** Address of the page without this filter. */
  readonly without: string
}

/** Shows a filter that is set, with a link that removes it. */
export function FilterChip({ name, value, without }: FilterChipProps) {
  return (
    <span className={sections.chip}>
      {name} <b>{value}</b>
      <Link href={without} prefetch={false} scroll={false} aria-label={`Remove the filter ${name} ${value}`}>
        <IconX size={14} aria-hidden />
      </Link>
    </span>
  )
}

interface LinkTabsProps {
  /** Label for what the tabs have in common. */
  readonly label: string
  readonly tabs: readonly { readonly label: string; readonly href: string; readonly isCurrent: boolean }[]
  /** True if a tab leads to the top of its page. */
  readonly scroll?: boolean
  readonly ref?: Ref<HTMLElement>
}

/** Renders tabs that are links: the URL says which one is open. */
export const LinkTabs = ({ label, tabs, scroll = true, ref }: LinkTabsProps) => (
  <nav ref={ref} className={sections.tabs} aria-label={label} data-print="never">
    {tabs.map(({ label: name, href, isCurrent }) => (
      <Link
        key={href}
        href={href}
        prefetch={false}
        scroll={scroll}
        aria-current={isCurrent ? 'page' : undefined}
      >
        {name}
      </Link>
    ))}
  </nav>
)

interface PageTabsProps {
  /** Label for what the pages have in common. */
  readonly label: string
  readonly tabs: readonly { readonly label: string; readonly href: string }[]
}

/** Renders pages that belong together as tabs. The one with the longest matching address is current. */
export function PageTabs({ label, tabs }: PageTabsProps) {
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
      tabs={tabs.map((tab) => ({ ...tab, isCurrent: tab.href === current }))}
    />
  )
}

/** Scrolls the current tab to the middle, because on a phone the row is longer than the screen. */
function showWhole(row: HTMLElement): void {
  const tab = row.querySelector<HTMLElement>('[aria-current]')
  if (tab) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}

interface ListPagesProps {
  /** Content of the list. */
  readonly of: 'runs' | 'entries' | 'alerts' | 'messages'
  /** Address of the newest; null on their own page. */
  readonly newest: string | null
  /** Address of older ones; null if there are none. */
  readonly older: string | null
}

/** Links to a list's other pages. */
export function ListPages({ of, newest, older }: ListPagesProps) {
  if (newest === null && older === null) return null
  return (
    <Group mt="sm">
      {newest !== null && (
        <ButtonLink href={newest} variant="default" size="xs">
          Newest {of}
        </ButtonLink>
      )}
      {older !== null && (
        <ButtonLink href={older} variant="default" size="xs">
          Older {of}
        </ButtonLink>
      )}
    </Group>
  )
}
