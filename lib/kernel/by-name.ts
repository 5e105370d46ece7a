const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

interface Named {
  readonly name: string
}

/** Sorts by name as people expect: “Wallet 2” before “Wallet 10”, and regardless of case. */
export const byName = (one: Named, other: Named): number => collator.compare(one.name, other.name)
