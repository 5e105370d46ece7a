import type { ExportItem } from './marked-items'

/** Items in portions whose size the reader chooses. */
export interface ItemSource {
  /** Returns between one and `most` items; none when all are taken. */
  take(most: number): Promise<readonly ExportItem[]>
  isAtEnd(): Promise<boolean>
}

/** Takes items as they arrive, and keeps what one reader leaves for the next. */
export function itemSource(items: AsyncGenerator<ExportItem[]>): ItemSource {
  let rest: readonly ExportItem[] = []
  const isAtEnd = async () => {
    while (rest.length === 0) {
      const { value, done } = await items.next()
      if (done) return true
      rest = value
    }
    return false
  }
  const take = async (most: number) => {
    if (await isAtEnd()) return []
    const some = rest.slice(0, most)
    rest = rest.slice(most)
    return some
  }
  return { take, isAtEnd }
}
