/**
 * Visits one item after another while `goesOn`. A failure ends only its own visit; the first one is thrown after all
 * had their turn.
 */
export async function eachInTurn<Item>(
  all: readonly Item[],
  goesOn: () => Promise<boolean>,
  visit: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  for (const item of all) {
    if (!(await goesOn())) break
    try {
      await visit(item)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
