import { stopWords } from './stop-text'
import classes from './wallet.module.css'
import type { Stop, WalletData } from './wallet-data'

interface StopNoteProps {
  readonly data: WalletData
  readonly stop: Stop
  /** Its position, in pixels. */
  readonly at: number
  readonly width: number
}

const NOTE_WIDTH = 220

/** Describes what the crosshair stands at, beside it. */
export function StopNote({ data, stop, at, width }: StopNoteProps) {
  const { title, lines, marks } = stopWords(data, stop)
  const isAtRight = at + NOTE_WIDTH + 12 < width
  const left = isAtRight ? at + 12 : Math.max(0, at - NOTE_WIDTH - 12)
  return (
    <div className={classes.note} style={{ left, width: NOTE_WIDTH }} aria-hidden>
      <strong>{title}</strong>
      {lines.map(({ label, text }) => (
        <div key={label}>
          <span>{label}</span>
          <span>{text}</span>
        </div>
      ))}
      {marks.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}
