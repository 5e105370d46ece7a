/** States in docs/run/security.md, in the order of its summary. */
const STATES = ['met', 'partly', 'not met', 'does not apply']

export interface Judgement {
  readonly number: string
  readonly state: string
  /** The files that meet it, or what is missing. */
  readonly how: string
  readonly test: string
}

export interface Chapter {
  readonly title: string
  readonly judgements: readonly Judgement[]
}

/** Returns the chapters of docs/run/security.md. Each begins with its own row, which names what does not apply. */
export function chaptersIn(text: string): readonly Chapter[] {
  const parts = text.split(/^\| \*\*(?=V\d)/m).slice(1)
  return parts.map((part) => ({
    title: part.split('**', 1)[0] ?? '',
    judgements: [...rowsIn(part), ...notApplicableIn(part)].sort((a, b) =>
      a.number.localeCompare(b.number, 'en', { numeric: true }),
    ),
  }))
}

const NUMBER = /\d+\.\d+\.\d+/g

/** Returns the rows of a chapter; one row may judge several requirements. */
const rowsIn = (part: string): Judgement[] =>
  [...part.matchAll(/^\| (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) \| (.*) \|$/gm)].flatMap(
    ([, numbers = '', rest = '']) => {
      const [, state = '', how = '', test = ''] = rest.split(' | ')
      return numbers.split(', ').map((number) => ({ number, state, how, test }))
    },
  )

const notApplicableIn = (part: string): Judgement[] =>
  [...(/ does not apply: (.*)/.exec(part.split('\n', 1)[0] ?? '')?.[1] ?? '').matchAll(NUMBER)].map(
    ([number]) => ({ number, state: 'does not apply', how: '', test: '–' }),
  )

/** Returns the expected summary lines: the number in each state, and how many are met without a test. */
export function summaryOf(chapters: readonly Chapter[]): string[] {
  const line = (title: string, judgements: readonly Judgement[]) => {
    const counts = STATES.map((state) => judgements.filter((each) => each.state === state).length)
    const untested = judgements.filter(({ state, test }) => state === 'met' && test.startsWith('none')).length
    return `| ${[title, ...counts, untested].join(' | ')} |`
  }
  const all = chapters.flatMap(({ judgements }) => judgements)
  return [...chapters.map(({ title, judgements }) => line(title, judgements)), line('**All**', all)]
}

const FILE =
  /`((?:app|components|docs|lib|prisma|public|tests)\/[^`]+|[\w.-]*\.(?:json|md|mjs|ts|yaml)|Dockerfile|\.dockerignore)`/g

/** Returns the files that a text names. */
export const filesIn = (text: string): string[] => [...text.matchAll(FILE)].map(([, path = '']) => path)

/** Returns formal faults of a judgement: an unknown state, no file that meets it, or a file that is not a test. */
export function faultsOf({ number, state, how, test }: Judgement): string[] {
  const isJudged = state === 'met' || state === 'partly'
  const tests = filesIn(test)
  return [
    STATES.includes(state) ? '' : `${number}: the state “${state}” is unknown`,
    isJudged && filesIn(how).length === 0 && tests.length === 0 ? `${number}: no file meets it` : '',
    test === '–' || test.startsWith('none') || tests.length > 0 ? '' : `${number}: no test is named`,
    ...tests.map((path) =>
      /^tests\/.*\.(test|spec)\.tsx?$/.test(path) ? '' : `${number}: ${path} is no test`,
    ),
  ].filter(Boolean)
}
