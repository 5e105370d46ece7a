import { Credits, LinkTo } from '@/components/ui'
import { plural } from '@/lib/kernel'
import type { WalletRunOut } from '@/lib/money/forecast'
import { Fact, Sub } from './fact'
import classes from './overview.module.css'
import { runOutWords } from './run-out-words'

interface RunsOutProps {
  readonly team: string
  readonly timeZone: string
  readonly unit: string
  /** The first to run out first. */
  readonly wallets: readonly WalletRunOut[]
}

const MOST = 3

/** When which wallet runs out: each with its balance, never a sum of them. */
export function RunsOut({ team, timeZone, unit, wallets }: RunsOutProps) {
  const more = wallets.length - MOST
  return (
    <Fact label="Runs out" unit={`balance, ${unit}`} isWide>
      {wallets.length === 0 && <Sub>There is no wallet yet.</Sub>}
      <ul className={classes.list}>
        {wallets.slice(0, MOST).map((runOut) => {
          const { id, name, expectedNano } = runOut.wallet
          const { tone, when, left, likely } = runOutWords(runOut, timeZone)
          return (
            <li key={id} className={classes.wallet}>
              <span>
                <span className={classes.dot} data-tone={tone} aria-hidden />
                <LinkTo href={`/${team}/wallets/${id}`}>{name}</LinkTo>
                <small>
                  <Credits amount={expectedNano} />
                </small>
              </span>
              <span>
                <b>{when}</b>
                {left && ` · ${left}`}
                <small>{likely}</small>
              </span>
            </li>
          )
        })}
      </ul>
      {more > 0 && (
        <LinkTo href={`/${team}/wallets`} size="sm">
          {plural(more, 'more wallet')}
        </LinkTo>
      )}
    </Fact>
  )
}
