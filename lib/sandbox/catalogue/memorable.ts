import type { Language } from './languages'

interface Memorable {
  readonly username: string
  readonly name: string
  readonly language: Language
  readonly description: string
}

/** A dozen accounts to remember, with long timelines and many followers. They are first in the directory. */
export const MEMORABLE: readonly Memorable[] = [
  {
    username: 'ada',
    name: 'Ada Moreau',
    language: 'en',
    description: 'Engines, tables, tea. Writes about code.',
  },
  {
    username: 'basil',
    name: 'Basil Okafor',
    language: 'en',
    description: 'Cook. Gardener. Loud about soup. 🍲',
  },
  {
    username: 'clementine',
    name: 'Clémentine Roux',
    language: 'fr',
    description: 'Trains de nuit et livres de poche.',
  },
  { username: 'dmitri', name: 'Dmitri Vale', language: 'en', description: 'Football, mostly grief.' },
  { username: 'esme', name: 'Esmé Lindqvist', language: 'en', description: 'Weather nerd ⛈️' },
  { username: 'farouk', name: 'فاروق حداد', language: 'ar', description: 'كاتب وقارئ ومحب للقهوة' },
  {
    username: 'grace',
    name: 'Grace Mensah',
    language: 'en',
    description: 'Public data for public good. Accra.',
  },
  { username: 'hana', name: '田中 花', language: 'ja', description: 'コーヒーと電車と猫' },
  { username: 'iker', name: 'Iker Muñoz', language: 'es', description: 'Fotógrafo. Bicicleta siempre.' },
  { username: 'juno', name: 'Juno Reid', language: 'en', description: 'Astronomer, clouds permitting. 🔭' },
  { username: 'kofi', name: 'Kofi Asare', language: 'en', description: 'Music from tiny bands.' },
  { username: 'lupe', name: 'Lupe Vargas', language: 'es', description: 'Profe de mates. ¡Preguntad!' },
]
