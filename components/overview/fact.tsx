import type { ReactNode } from 'react'
import classes from './overview.module.css'

interface FactProps {
  readonly label: string
  /** At the right of the label, such as a unit. */
  readonly unit?: string
  /** Has more to say than a figure. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** One answer of the first screen. */
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

/** The figure of a fact; the exact one is its title. */
export function Figure({ exact, children }: { readonly exact?: string; readonly children: ReactNode }) {
  return (
    <div className={classes.big} title={exact}>
      {children}
    </div>
  )
}

/** A line below a figure. */
export const Sub = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.sub}>{children}</div>
)

/** The answers side by side. */
export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.facts}>{children}</div>
)

/** Two cards side by side, where there is room. */
export const TwoCards = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.two}>{children}</div>
)

/** Parts of a page below each other. */
export const Parts = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.parts}>{children}</div>
)

interface AnswerFirstProps {
  readonly header: ReactNode
  /** What chooses what is shown: beside the header, or below the answer on a phone. */
  readonly tools: ReactNode
  readonly children: ReactNode
}

/** The top of a page whose answer must be on its first screen. */
export const AnswerFirst = ({ header, tools, children }: AnswerFirstProps) => (
  <div className={classes.answerFirst}>
    <div>{header}</div>
    <div className={classes.tools}>{tools}</div>
    <div className={classes.parts}>{children}</div>
  </div>
)
