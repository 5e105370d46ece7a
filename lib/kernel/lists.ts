/**
 * Pairs each element with the result at the same index. Throws if the lists differ in length, because then the order
 * would mean nothing.
 */
export function paired<Each, Result>(
  list: readonly Each[],
  results: readonly Result[],
): (readonly [Each, Result])[] {
  if (list.length !== results.length) throw new Error(`${results.length} results came for ${list.length}.`)
  return list.map((each, place) => [each, results[place] as Result])
}

/** Returns the one element of a list. Throws if the list does not hold exactly one. */
export function only<Each>(list: readonly Each[]): Each {
  if (list.length !== 1) throw new Error(`A list of one has ${list.length} elements.`)
  return list[0] as Each
}

/** Returns the index at which `wanted` stands in a sorted list, or would be inserted: the count of smaller numbers. */
export function placeIn(list: ArrayLike<number>, wanted: number): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
