import { NEED_KIND_LABELS } from '@/components/alerts/labels'
import { AppLink, ToneIcon } from '@/components/ui'
import type { AttentionItem } from '@/lib/alerts/alerts'
import { formatCount } from '@/lib/kernel'
import { Fact, FactNote } from './fact'
import classes from './overview.module.css'

const MAX = 3

/** Remedy for each kind. */
const DO: Record<AttentionItem['kind'], string> = {
  outside_spend: 'Find out who',
  upstream_failing: 'See calls',
  run_out: 'See wallet',
  low_balance: 'See wallet',
  budget_stopped: 'Raise',
  over_budget: 'See budget',
  raise: 'Decide',
  key_refused: 'Replace',
  unknown_calls: 'Resolve',
  schedule_failing: 'See why',
  price_shift: 'Set price',
  unusual_spend: 'See wallet',
  budget_threshold: 'See budget',
  new_items: 'See',
  nothing_new: 'See',
}

interface NeedsListProps {
  readonly team: string
  readonly needs: readonly AttentionItem[]
  /** True for admins; most remedies are theirs, and others are led to where the problem is shown. */
  readonly isAdmin: boolean
}

/** Lists the three most urgent things that need attention. */
export function NeedsList({ team, needs, isAdmin }: NeedsListProps) {
  const more = needs.length - MAX
  return (
    <Fact label={`${isAdmin ? 'Needs you' : 'Open problems'} (${formatCount(needs.length)})`} isWide>
      {needs.length === 0 && <FactNote>{isAdmin ? 'Nothing needs you now.' : 'None now.'}</FactNote>}
      <ul className={classes.list}>
        {needs.slice(0, MAX).map(({ key, kind, text, path }) => {
          const { tone } = NEED_KIND_LABELS[kind]
          const act = isAdmin ? DO[kind] : 'See'
          return (
            <li key={key} className={classes.need}>
              <ToneIcon tone={tone === 'busy' ? 'waits' : tone} className={classes.sign} />
              <span>{text}</span>
              <AppLink
                href={`/${team}/${path}${isAdmin && kind === 'outside_spend' ? '?tab=check' : ''}`}
                className={classes.do}
                aria-label={`${act}: ${text}`}
              >
                {act}
              </AppLink>
            </li>
          )
        })}
      </ul>
      {more > 0 && <AppLink href={`/${team}/alerts`}>{formatCount(more)} less urgent</AppLink>}
    </Fact>
  )
}
