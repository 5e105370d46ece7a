import Link from 'next/link'
import type { Ref } from 'react'
import classes from './sections.module.css'
import segments from './segments.module.css'

interface LinkTabsProps {
  /** Label for what the tabs have in common. */
  readonly label: string
  readonly tabs: readonly { readonly label: string; readonly href: string; readonly isCurrent: boolean }[]
  /** True if a tab leads to the top of its page. */
  readonly scroll?: boolean
  /** True for an index beside the page, where there is room. */
  readonly isIndex?: boolean
  /** True to look like `Segments`: what a card shows, kept in the URL. */
  readonly areSegments?: boolean
  readonly ref?: Ref<HTMLElement>
}

/** Renders tabs that are links: the URL says which one is open. */
export const LinkTabs = ({
  label,
  tabs,
  areSegments = false,
  scroll = !areSegments,
  isIndex = false,
  ref,
}: LinkTabsProps) => (
  <nav
    ref={ref}
    className={areSegments ? segments.segments : classes.tabs}
    aria-label={label}
    data-index={isIndex || undefined}
    data-print="never"
  >
    {tabs.map(({ label: name, href, isCurrent }) => (
      <Link
        key={href}
        href={href}
        prefetch={false}
        scroll={scroll}
        aria-current={isCurrent ? (areSegments ? 'true' : 'page') : undefined}
      >
        {name}
      </Link>
    ))}
  </nav>
)
