import { Credits } from '@/components/ui'
import type { Nano } from '@/lib/kernel'
import classes from './wallets.module.css'

/** Shows what others took: red if it is anything; null if no two readings were compared. */
export const OutsideCredits = ({ nano }: { readonly nano: Nano | null }) => (
  <span className={nano === null || nano === 0n ? undefined : classes.outside}>
    <Credits amount={nano} />
  </span>
)
