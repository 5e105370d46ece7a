import { formatCount, formatPlural } from './format'
import type { SubjectKind } from './operations'
import { removeByteOrderMark } from './text'

/** Maximum number of subjects of one search. */
export const MAX_SUBJECTS = 500
const MAX_LENGTH = 500

/** A list of subjects as a person wrote it, one a line. Lines are counted from 1; empty ones are skipped. */
export interface SubjectList {
  /** Each subject once, as it was first written; a user without "@" and the address of a profile. */
  readonly subjects: readonly string[]
  /** The first line if it only names what the others are; null if there is none. */
  readonly heading: { readonly line: number; readonly text: string } | null
  /** Lines that name a subject again. */
  readonly repeats: readonly { readonly line: number; readonly of: number }[]
  /** Lines that cannot be used, and why. */
  readonly faults: readonly { readonly line: number; readonly text: string; readonly why: string }[]
}

/** Words over a column of a file, without differences of case and without spaces and underscores. */
const HEADINGS: Readonly<Record<SubjectKind, RegExp>> = {
  user: /^(?:(?:user|account|screen|twitter|x)?(?:names?|handles?|ids?)|users?|accounts?|profiles?|urls?|links?|subjects?)$/,
  query: /^(?:(?:search)?(?:query|queries|words?|terms?|keywords?|phrases?)|search(?:es)?|subjects?)$/,
}

/**
 * Reads a list of subjects, one a line. The first line may be a heading, if others follow and it is not `known` as a
 * subject.
 */
export function parseSubjects(text: string, kind: SubjectKind, known?: string): SubjectList {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((raw, index) => ({ line: index + 1, text: raw.trim() }))
    .filter((each) => each.text !== '')
  const [first, ...others] = lines
  const isHeading =
    first !== undefined &&
    others.length > 0 &&
    first.text !== known &&
    HEADINGS[kind].test(first.text.toLowerCase().replace(/[\s_-]/g, ''))
  return isHeading ? { ...readLines(others, kind), heading: first } : readLines(lines, kind)
}

/** Reads a list of subjects that has no heading, as a program sends it. */
export const readSubjects = (subjects: readonly string[], kind: SubjectKind): SubjectList =>
  readLines(
    subjects.map((subject, index) => ({ line: index + 1, text: subject.trim() })),
    kind,
  )

function readLines(
  lines: readonly { readonly line: number; readonly text: string }[],
  kind: SubjectKind,
): SubjectList {
  const known = new Map<string, number>()
  const subjects: string[] = []
  const repeats: { line: number; of: number }[] = []
  const faults: { line: number; text: string; why: string }[] = []
  for (const { line, text } of lines) {
    const subject = readSubject(text, kind)
    const key = subjectKey(subject, kind)
    const why = faultOf(subject, kind)
    const of = known.get(key)
    if (why !== null) faults.push({ line, text, why })
    else if (of !== undefined) repeats.push({ line, of })
    else if (subjects.length === MAX_SUBJECTS)
      faults.push({ line, text, why: `is more than the ${MAX_SUBJECTS} that a search may have` })
    else {
      known.set(key, line)
      subjects.push(subject)
    }
  }
  return { subjects, heading: null, repeats, faults }
}

/** Matches an address of the site, with its path. */
const SITE = /^(?:https?:\/\/)?(?:(?:www|mobile|m)\.)?(?:x|twitter)\.com(?:$|[/?#]\/?(\S*))/i
/** Matches a name, alone or as the path of a profile, with what is added to links. */
const NAME = /^@?(\w+)\/?(?:[?#]\S*)?$/
/** Paths of the site that are no profiles. */
const RESERVED =
  /^(?:home|explore|search|hashtag|notifications|messages|settings|account|compose|intent|share|i|login|logout|signup|oauth|download|about|jobs|tos|privacy)$/i

/** Returns the name in the address of a profile; null for another page of the site, undefined for no address of it. */
function nameInAddress(written: string): string | null | undefined {
  const [, path = ''] = SITE.exec(written) ?? []
  if (!SITE.test(written)) return undefined
  const name = NAME.exec(path)?.[1] ?? null
  return name !== null && RESERVED.test(name) ? null : name
}

/** Returns a subject as services take it: of a user, the name in "@Ada", "ada?lang=en" and the address of a profile. */
export function readSubject(written: string, kind: SubjectKind): string {
  const subject = written.trim()
  if (kind === 'query') return subject
  const name = nameInAddress(subject)
  return name ?? (name === null ? subject : (NAME.exec(subject)?.[1] ?? subject.replace(/^@(?=.)/, '')))
}

/** Says why a written user is none, if it is another page of the site; null if it is not. */
export const describeWrongPage = (written: string, kind: SubjectKind): string | null =>
  kind === 'user' && nameInAddress(written.trim()) === null ? WRONG_PAGE : null

const WRONG_PAGE = 'is a page of the site, but no profile: use a name, or an address such as x.com/ada'

/** Returns what two spellings of a subject have in common: services do not distinguish users by case. */
export const subjectKey = (written: string, kind: SubjectKind): string =>
  kind === 'user' ? readSubject(written, kind).toLowerCase() : readSubject(written, kind)

const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u
const MAX_QUOTED = 60

function faultOf(subject: string, kind: SubjectKind): string | null {
  if (subject.length > MAX_LENGTH) return `has more than ${MAX_LENGTH} characters`
  if (CONTROL.test(subject)) return 'holds control characters'
  return (
    describeWrongPage(subject, kind) ??
    (kind === 'user' && /[\s,;"/]/.test(subject) ? 'is not the name of a user' : null)
  )
}

/** Number of lines that are named one by one. */
const NAMED = 5

/** Describes the heading of a list, which is no subject; null if it has none. */
export const describeHeading = ({ heading }: Pick<SubjectList, 'heading'>): string | null =>
  heading && `Line ${heading.line}, “${heading.text}”, is a heading and was skipped.`

/** Describes the lines of a list that repeat others; null if none does. */
export const describeRepeats = ({ repeats }: Pick<SubjectList, 'repeats'>): string | null =>
  repeats.length === 0 ? null : `${someOf(repeats.map(({ line, of }) => `line ${line} repeats line ${of}`))}.`

/** Describes the lines of a list that cannot be used, each in a sentence; null if all can. */
export function describeFaults({ faults }: Pick<SubjectList, 'faults'>): string | null {
  if (faults.length === 0) return null
  const named = faults.slice(0, NAMED).map(({ line, text, why }) => `Line ${line}${quoted(text)} ${why}.`)
  const more = faults.length - NAMED
  return [...named, ...(more > 0 ? [`${formatPlural(more, 'more line')} cannot be used.`] : [])].join(' ')
}

/** Quotes a written line, cut where it is long; control characters are not repeated. */
const quoted = (text: string): string =>
  CONTROL.test(text) ? '' : `, “${text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text}”,`

function someOf(words: readonly string[]): string {
  const shown = words.slice(0, NAMED).join(', ')
  const more = words.length - NAMED
  return `${shown.charAt(0).toUpperCase()}${shown.slice(1)}${more > 0 ? ` and ${formatCount(more)} more` : ''}`
}

/** Returns the first column of a CSV file, one value a line. */
export function firstCsvColumn(text: string): string {
  const lines = removeByteOrderMark(text).split(/\r\n|\r|\n/)
  // A file with semicolons or tabs has them in its first line, too.
  const separator = [';', '\t'].find((each) => lines[0]?.includes(each)) ?? ','
  return lines
    .map((line) => {
      const [, quoted] = /^\s*"((?:[^"]|"")*)"/.exec(line) ?? []
      return quoted === undefined ? (line.split(separator)[0] ?? '') : quoted.replaceAll('""', '"')
    })
    .join('\n')
}
