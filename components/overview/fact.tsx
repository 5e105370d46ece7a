import type { ReactNode } from 'react'
import classes from './overview.module.css'

interface FactProps {
  readonly label: string
  /** Text to the right of the label, such as a unit. */
  readonly unit?: string
  /** True if it has more to say than a figure. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** Renders one answer of the first screen. */
export function Fact({ label, unit, isWide, children }: FactProps) {
  return (
    <section aria-label={label} data-wide={isWide || undefined}>
      <div className={classes.label}>
        <h2>{label}</h2>
        {unit && <span>{unit}</span>}
      </div>
      {children}
    </section>
  )
}

/** Renders the figure of a fact; the exact one is its title. */
export function Figure({ exact, children }: { readonly exact?: string; readonly children: ReactNode }) {
  return (
    <div className={classes.big} title={exact}>
      {children}
    </div>
  )
}

/** Renders a line below a figure. */
export const FactNote = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.sub}>{children}</div>
)

/** Lays the answers out side by side. */
export const FactGrid = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.facts}>{children}</div>
)

/** Lays two cards out side by side, if they fit. */
export const CardPair = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.two}>{children}</div>
)

/** Stacks the parts of a page. */
export const PageSections = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.parts}>{children}</div>
)
