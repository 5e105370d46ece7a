import classes from './wallets.module.css'

interface SparkProps {
  /** Description of what the bars show. */
  readonly name: string
  readonly values: readonly number[]
}

const HEIGHT = 22
const STEP = 3

/** Draws a row of small bars, as tall as their fraction of the largest. */
export function Spark({ name, values }: SparkProps) {
  const most = Math.max(...values, 0) || 1
  const bars = values.map((value, place) => {
    const height = value === 0 ? 0 : Math.max(1, Math.round((value / most) * HEIGHT))
    return `M${place * STEP + STEP / 2} ${HEIGHT}v${-height}`
  })
  return (
    <svg className={classes.spark} width={values.length * STEP} height={HEIGHT} role="img" aria-label={name}>
      {/* Days without spend have a place too. */}
      <path className={classes.base} d={`M0 ${HEIGHT - 0.5}h${values.length * STEP}`} />
      <path d={bars.join('')} strokeWidth={STEP - 1} />
    </svg>
  )
}
