import { formatCount } from './format'
import type { SubjectKind } from './operations'
import { removeByteOrderMark } from './text'

/** Maximum number of subjects of one search. */
export const MAX_SUBJECTS = 500
const MAX_LENGTH = 500

/** A list of subjects as a person wrote it, one a line. Lines are counted from 1; empty ones are skipped. */
export interface SubjectList {
  /** Each subject once, as it was first written. */
  readonly subjects: readonly string[]
  /** Lines that name a subject again. */
  readonly repeats: readonly { readonly line: number; readonly of: number }[]
  /** Lines that cannot be used, and why. */
  readonly faults: readonly { readonly line: number; readonly why: string }[]
}

/** Reads a list of subjects, one a line. */
export function parseSubjects(text: string, kind: SubjectKind): SubjectList {
  const lines = new Map<string, number>()
  const subjects: string[] = []
  const repeats: { line: number; of: number }[] = []
  const faults: { line: number; why: string }[] = []
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const [line, subject] = [index + 1, raw.trim()]
    if (subject === '') continue
    const why = faultOf(subject, kind)
    const of = lines.get(subjectKey(subject, kind))
    if (why !== null) faults.push({ line, why })
    else if (of !== undefined) repeats.push({ line, of })
    else if (subjects.length === MAX_SUBJECTS)
      faults.push({ line, why: `is more than the ${MAX_SUBJECTS} that a search may have` })
    else {
      lines.set(subjectKey(subject, kind), line)
      subjects.push(subject)
    }
  }
  return { subjects, repeats, faults }
}

/** Returns what two ways to write the same subject have in common. A service takes “@Ada” and “ada” for one user. */
const subjectKey = (subject: string, kind: SubjectKind): string =>
  kind === 'user' ? subject.replace(/^@/, '').toLowerCase() : subject

function faultOf(subject: string, kind: SubjectKind): string | null {
  if (subject.length > MAX_LENGTH) return `has more than ${MAX_LENGTH} characters`
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(subject)) return 'holds control characters'
  return kind === 'user' && /[\s,;"/]/.test(subject) ? 'is not the name of a user' : null
}

/** Number of lines that are named one by one. */
const NAMED = 5

/** Describes the lines of a list that repeat others; null if none does. */
export const describeRepeats = ({ repeats }: Pick<SubjectList, 'repeats'>): string | null =>
  repeats.length === 0 ? null : `${someOf(repeats.map(({ line, of }) => `line ${line} repeats line ${of}`))}.`

/** Describes the lines of a list that cannot be used; null if all can. */
export const describeFaults = ({ faults }: Pick<SubjectList, 'faults'>): string | null =>
  faults.length === 0 ? null : `${someOf(faults.map(({ line, why }) => `line ${line} ${why}`))}.`

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
