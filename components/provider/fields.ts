import { OPERATION_NAMES, OPERATIONS } from '@/lib/kernel'
/** How a field is typed: words, several names with commas between, a whole number, or one of some choices. */
export type FieldKind = 'text' | 'word' | 'names' | 'number' | 'choice'

export interface ProviderField {
  /** The provider's dotted name. */
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly kind: FieldKind
  /** May be left empty. */
  readonly mayBeEmpty?: boolean
  readonly choices?: Readonly<Record<string, string>>
}

export interface FieldGroup {
  readonly title: string
  readonly text: string
  readonly fields: readonly ProviderField[]
}

const text = (name: string, label: string, hint: string): ProviderField => ({
  name,
  label,
  hint,
  kind: 'text',
})
const names = (name: string, label: string, hint: string): ProviderField => ({
  name,
  label,
  hint,
  kind: 'names',
})
const maybe = (name: string, label: string, hint: string): ProviderField => ({
  ...text(name, label, hint),
  mayBeEmpty: true,
})
/** A text that may be empty, and is sent so. */
const maybeWord = (name: string, label: string, hint: string): ProviderField => ({
  ...text(name, label, hint),
  kind: 'word',
})
const number = (name: string, label: string, hint: string): ProviderField => ({
  name,
  label,
  hint,
  kind: 'number',
})

const FOUND = 'Leave empty to detect it.'
const PRICE = 'Credits per item. If empty, the price is unknown, and spend is shown in items.'

/** All gaps of the upstream's interface, in the order of the page. */
export const FIELD_GROUPS: readonly FieldGroup[] = [
  {
    title: 'Search and followers',
    text: 'Where the upstream answers searches and lists of followers.',
    fields: [
      text('search.path', 'Search path', 'Begins with /.'),
      text(
        'search.subject.name',
        'Search parameter',
        'The name under which the words to search for are sent.',
      ),
      text('followers.path', 'Followers path', '{user} stands for the user.'),
    ],
  },
  {
    title: 'Where the items are',
    text: 'The list within an answer; nested names are joined by dots, such as data.posts.',
    fields: [
      ...OPERATION_NAMES.map((name) => maybe(`${name}.items`, `List of ${OPERATIONS[name].noun}`, FOUND)),
      names('usualArrays', 'Usual list names', 'Tried in this order where an answer holds several lists.'),
    ],
  },
  {
    title: 'What an item holds',
    text: 'Names of fields, separated by commas. Purser reads the first of them that an item has.',
    fields: [
      names('fields.id', 'Id', 'Ids are kept to the last digit.'),
      names('fields.text', 'Text', 'A post’s words, or a person’s own description.'),
      names('fields.author', 'Author', 'An object, or the author’s id or handle itself.'),
      names('fields.handle', 'Handle', 'Of the author, within the author’s object where there is one.'),
      names('fields.name', 'Name', 'Of the author, as above.'),
      names(
        'fields.time',
        'Time',
        'All usual forms of dates are understood, and seconds or milliseconds since 1970.',
      ),
      maybe('timeFormat', 'Form of times', 'Such as dd/MM/yyyy HH:mm. Leave empty to detect it.'),
      text('timeZone', 'Zone of times', 'Where times without a zone are local, such as Europe/Berlin.'),
      names('fields.link', 'Link', 'The item’s own address on the web.'),
    ],
  },
  {
    title: 'Refusals',
    text: 'How the upstream says no.',
    fields: [
      {
        name: 'retryAfterUnit',
        label: 'Unit of retry-after',
        hint: 'Whether the upstream’s numbers are seconds or milliseconds. Learnt: seconds, until a whole number above 10 shows that they are milliseconds. Dates are understood, too.',
        kind: 'choice',
        choices: {
          auto: 'Learnt from refusals',
          seconds: 'Seconds',
          milliseconds: 'Milliseconds',
        },
      },
      names('errorFields', 'Fields with the error message', 'Tried in this order, also inside other fields.'),
      names('emptyWalletWords', 'Words that mean “no credits left”', 'Used if the status is not 402.'),
    ],
  },
  {
    title: 'Charges and prices',
    text: 'A charge in an answer wins over a price. A price on the tab General wins over one here.',
    fields: [
      maybe('chargeHeader', 'Header with the charge', 'Leave empty if no header has it.'),
      maybe(
        'chargeField',
        'Field with the charge',
        'Such as meta.creditsCharged. Leave empty if no field has it.',
      ),
      ...OPERATION_NAMES.map((name) => maybe(`price.${name}`, `Price of ${OPERATIONS[name].item}`, PRICE)),
      {
        ...number(
          'chargeDelayMs',
          'Charges show within',
          'Milliseconds from an answer until the balance shows its charge. Empty: learnt from readings.',
        ),
        mayBeEmpty: true,
      },
      text('balanceUnit', 'Unit of the balance', 'The unit of balances; only the word that is shown.'),
    ],
  },
  {
    title: 'Calls',
    text: 'How calls are made, how large an answer may be, and where to report a leaked key.',
    fields: [
      text('auth.header', 'Header of the key', 'Such as x-api-key, or authorization.'),
      maybeWord('auth.scheme', 'Word before the key', 'Such as Bearer. Empty: the key stands alone.'),
      maybe('supportAddress', 'Support address', 'Where a leaked key is reported.'),
      number('limits.connectMs', 'Longest time to connect', 'In milliseconds.'),
      number('limits.answerMs', 'Longest wait for an answer', 'In milliseconds.'),
      number('limits.bodyBytes', 'Largest answer', 'In bytes.'),
      number('limits.jsonDepth', 'Deepest answer', 'In levels of nested lists and objects.'),
      number('limits.cursorCharacters', 'Longest cursor', 'In characters.'),
    ],
  },
]

export const PROVIDER_FIELDS: readonly ProviderField[] = FIELD_GROUPS.flatMap(({ fields }) => fields)
