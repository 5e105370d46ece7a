import classes from './sections.module.css'

/** Shows Purser's mark and name: a P whose bowl is a coin. The same drawing is in app/icon.svg. */
export const Wordmark = () => (
  <span className={classes.wordmark}>
    <svg viewBox="0 0 32 32" width={18} height={18} color="var(--accent)" aria-hidden>
      <path
        d="M8.5 28V13.5a9.5 9.5 0 1 1 9.5 9.5"
        fill="none"
        stroke="currentColor"
        strokeWidth={4.5}
        strokeLinecap="round"
      />
      <circle cx="18" cy="13.5" r="3.25" fill="currentColor" />
    </svg>
    Purser
  </span>
)
