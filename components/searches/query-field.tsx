'use client'

import { Code, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'

interface QueryFieldProps {
  /** The query as text, which is what is saved. */
  readonly value: string
  /** Hint on the form of the text. */
  readonly hint: string
  readonly error: ReactNode
  onChange(value: string): void
}

/** The values of the builder's fields; the words as they are being typed. */
interface Typed {
  readonly words: string
  readonly from: string
  readonly lang: string
}

const WAYS = [
  { value: 'build', label: 'Build it' },
  { value: 'text', label: 'Write it as text' },
]

const queryOf = ({ words, from, lang }: Typed): string =>
  composeQuery({ words: splitIntoWords(words), from: from.trim(), lang: lang.trim() })

function typedOf(query: string): Typed | null {
  const parts = parseQuery(query)
  return parts && { ...parts, words: parts.words.join(' ') }
}

/** Edits the query of a search: built from fields, or written as text. The text counts. */
export function QueryField({ value, hint, error, onChange }: QueryFieldProps) {
  const [isBuilding, setBuilding] = useState(() => parseQuery(value) !== null)
  const [kept, setKept] = useState<Typed | null>(null)
  const [isRefused, setRefused] = useState(false)
  // The form may replace the query, which makes the typed text obsolete.
  const typed = kept && queryOf(kept) === value ? kept : typedOf(value)
  const choose = (way: string) => {
    const canBuild = parseQuery(value.trim()) !== null
    setRefused(way === 'build' && !canBuild)
    setBuilding(way === 'build' && canBuild)
    if (way === 'build' && canBuild) onChange(value.trim())
  }
  const type = (next: Typed) => {
    setKept(next)
    onChange(queryOf(next))
  }
  const isBuilt = isBuilding && typed !== null
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label="How to write the query"
        size="xs"
        w={{ base: '100%', xs: 300 }}
        data={WAYS}
        value={isBuilt ? 'build' : 'text'}
        onChange={choose}
      />
      {isBuilt ? (
        <BuilderFields typed={typed} error={error} onType={type} />
      ) : (
        <TextInput
          label="Query"
          name="subject"
          description={hint}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          required
          error={error}
        />
      )}
      {isRefused && !isBuilt && (
        <Text size="sm" role="status">
          The fields cannot hold all of this query, so it stays text.
        </Text>
      )}
    </Stack>
  )
}

interface BuilderFieldsProps {
  readonly typed: Typed
  readonly error: ReactNode
  onType(typed: Typed): void
}

function BuilderFields({ typed, error, onType }: BuilderFieldsProps) {
  const query = queryOf(typed)
  const isPlain = parseQuery(query) !== null
  const own =
    'Quotes, brackets, colons, a leading minus or plus, and OR, AND, NOT are the API’s to understand. Write such a query as text.'
  return (
    <>
      <TextInput
        label="All of these words"
        name="subject"
        value={typed.words}
        onChange={(event) => onType({ ...typed, words: event.currentTarget.value })}
        error={isPlain ? error : own}
      />
      <Group grow align="flex-start">
        <TextInput
          label="From this account"
          name="subject"
          placeholder="ada"
          value={typed.from}
          onChange={(event) => onType({ ...typed, from: event.currentTarget.value })}
        />
        <TextInput
          label="Language (code)"
          name="subject"
          placeholder="es"
          value={typed.lang}
          onChange={(event) => onType({ ...typed, lang: event.currentTarget.value })}
        />
      </Group>
      <Text size="sm">Query: {query === '' ? 'nothing yet' : <Code>{query}</Code>}</Text>
      <Text size="xs" c="dimmed">
        What a query may hold depends on the service: its documentation says which operators it has. “from:”
        and “lang:” are usual, and the built-in sandbox understands them.
      </Text>
    </>
  )
}

/** A query in parts: words that must all occur, one account, one language; an empty text for none. */
export interface QueryParts {
  readonly words: readonly string[]
  readonly from: string
  readonly lang: string
}

/** Signs that separate operators, phrases and groups from words in services of this kind. */
const HAS_SIGNS = /["“”():]/u
/** Texts that are not words in some services, between words or before one. */
const MAY_BE_OPERATOR = /^(?:[-+].*|OR|AND|NOT)$/u

const isValue = (text: string): boolean => text !== '' && !/\s/u.test(text) && !HAS_SIGNS.test(text)

/** Returns whether a text can only be a word to look for, whatever operators the upstream has. */
export const isPlainWord = (text: string): boolean => isValue(text) && !MAY_BE_OPERATOR.test(text)

/** Splits a field's text into words. */
export const splitIntoWords = (typed: string): string[] => typed.split(/\s+/u).filter((word) => word !== '')

/** Composes the query text of these parts: the words, then the account, then the language. */
export function composeQuery({ words, from, lang }: QueryParts): string {
  return [...words, from && `from:${from}`, lang && `lang:${lang}`].filter((part) => part !== '').join(' ')
}

/**
 * Parses a query into parts. Null if they would not compose the same text again: another order, another operator, or
 * signs whose meaning the upstream decides.
 */
export function parseQuery(text: string): QueryParts | null {
  const rest = splitIntoWords(text)
  const lang = takeLast(rest, 'lang:')
  const from = takeLast(rest, 'from:')
  if (![from, lang].every((value) => value === '' || isValue(value)) || !rest.every(isPlainWord)) return null
  const parts = { words: rest, from, lang }
  return composeQuery(parts) === text ? parts : null
}

/** Removes the last part if it is this operator. Returns its value, empty for none. */
function takeLast(parts: string[], operator: string): string {
  if (!parts.at(-1)?.startsWith(operator)) return ''
  return parts.pop()?.slice(operator.length) ?? ''
}
