import type { RandomSource } from './chance'

export type Language = 'en' | 'es' | 'fr' | 'de' | 'pt' | 'tr' | 'ja' | 'ar' | 'he' | 'hi'

const WEIGHTS: readonly (readonly [Language, number])[] = [
  ['en', 52],
  ['es', 9],
  ['fr', 7],
  ['de', 6],
  ['pt', 6],
  ['ja', 6],
  ['ar', 5],
  ['tr', 4],
  ['he', 3],
  ['hi', 2],
]

/** Picks a language, weighted by how often it is used. */
export function pickLanguage(chance: RandomSource): Language {
  let rest = chance.below(100)
  for (const [language, weight] of WEIGHTS) {
    if (rest < weight) return language
    rest -= weight
  }
  return 'en'
}
