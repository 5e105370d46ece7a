import { mix } from './chance'
import { MEMORABLE } from './memorable'
import { POPULATION } from './people'
import { shuffleOf } from './shuffle'

const MIN_OF_MEMORABLE = 950

/** Returns how many accounts follow the account at an index of the directory. */
export const countFollowers = (seed: number, place: number): number =>
  place < MEMORABLE.length
    ? MIN_OF_MEMORABLE + (mix(seed, 41, place) % 2500)
    : mix(seed, 41, place) % (mix(seed, 42, place) % 7 === 0 ? 900 : 60)

/**
 * Yields the positions of an account's followers in a fixed order, from after a position. An account never follows
 * itself.
 */
export function* followerPositions(seed: number, place: number, after: number | null): Generator<number> {
  const last = countFollowers(seed, place)
  for (let position = after === null ? 0 : after + 1; position < last; position++) yield position
}

/** Returns the account at a position of an account's followers, as an index in the directory. */
export function followerAt(seed: number, place: number, position: number): number {
  const order = shuffleOf(POPULATION, mix(seed, 43, place))
  return order.at(position < order.indexOf(place) ? position : position + 1)
}
