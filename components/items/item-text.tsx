import classes from '@/components/runs/runs.module.css'
import { PlainText } from '@/components/ui'
import type { ItemView } from '@/lib/collect/items'
import { type TextPart, textParts } from './text-parts'

/**
 * Shows an item's text. Somebody else wrote it: shown as text, never as markup, and only its http addresses are links.
 */
export function ItemText({ item }: { readonly item: Pick<ItemView, 'text'> }) {
  return <PlainText>{textParts(item.text).map(drawPart)}</PlainText>
}

/** Isolates each part in its own direction: in Arabic text, “#coffee” and a URL would be reversed. */
function drawPart({ kind, text }: TextPart, place: number) {
  if (kind === 'words') return text
  if (kind === 'tag') return <bdi key={place}>{text}</bdi>
  return (
    <a
      key={place}
      className={classes.address}
      dir="ltr"
      href={text}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      {text}
    </a>
  )
}
