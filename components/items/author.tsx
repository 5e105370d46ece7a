import type { ItemView } from '@/lib/collect/items'
import { authorOf, handleOf } from './labels'

interface AuthorProps {
  readonly item: ItemView
  readonly handleClass?: string | undefined
}

/** Names the author of an item. A handle is written from left to right, even after a name that is not. */
export function Author({ item, handleClass }: AuthorProps) {
  return (
    <>
      <bdi>{authorOf(item)}</bdi>{' '}
      <bdi dir="ltr" className={handleClass}>
        {handleOf(item)}
      </bdi>
    </>
  )
}
