interface Described {
  readonly operation: string
  readonly subject: string
  readonly product: string | null
}

/** What a search asks, in words: "Timeline of ada", "Search for coffee, latest", "Followers of ada". */
export function describeSearch({ operation, subject, product }: Described): string {
  if (operation === 'timeline') return `Timeline of ${subject}`
  if (operation === 'followers') return `Followers of ${subject}`
  return `Search for ${subject}${product ? `, ${product.toLowerCase()}` : ''}`
}
