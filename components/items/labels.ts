import type { ItemView } from '@/lib/collect/items'
import { formatMoment } from '@/lib/kernel'

export const authorOf = ({ author }: ItemView): string =>
  author.name ?? author.handle ?? author.id ?? 'Unknown'

export const handleOf = ({ author }: ItemView): string => (author.handle === null ? '' : `@${author.handle}`)

export const timeOf = ({ createdAt }: ItemView, timeZone: string): string =>
  createdAt === null ? 'Time unknown' : formatMoment(new Date(createdAt), timeZone)
