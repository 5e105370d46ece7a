import classes from '@/components/runs/runs.module.css'
import { AppLink, Dimmed, PlainText } from '@/components/ui'
import type { MarkedPart } from '@/lib/collect/items'
import type { WordsHit } from '@/lib/collect/runs'
import { formatMoment } from '@/lib/kernel'
import { Author, itemTime } from './item-parts'
import { ItemLink } from './items'

interface WordHitsProps {
  readonly team: string
  readonly items: readonly (WordsHit & {
    /** The text, with the words that were looked for. */
    readonly parts: readonly MarkedPart[]
  })[]
}

/** Lists items of all runs with the words that they were found by, and when and by which search they were bought. */
export const WordHits = ({ team, items }: WordHitsProps) => (
  <ul aria-label="Items found" className={classes.columns}>
    {items.map((item) => (
      <li key={item.id}>
        <div className={classes.item}>
          <div className={classes.head}>
            <span className={classes.author}>
              <Author item={item} handleClass={classes.handle} />
            </span>
            <span className={classes.time}>{itemTime(item)}</span>
          </div>
          <PlainText>
            {item.parts.map(({ text, isFound }, index) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
              isFound ? <mark key={index}>{text}</mark> : text,
            )}
          </PlainText>
          <div className={classes.foot}>
            <Dimmed span>
              Bought {formatMoment(item.boughtAt)} by{' '}
              <AppLink href={`/${team}/runs/${item.runId}`}>{item.searchName}</AppLink>
            </Dimmed>
            <ItemLink item={item} />
          </div>
        </div>
      </li>
    ))}
  </ul>
)
