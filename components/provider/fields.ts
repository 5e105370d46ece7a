import { OPERATION_NAMES, OPERATIONS, type Operation } from '@/lib/kernel'

/**
 * The way in which a field is typed: words, several names with commas between, a whole number, one of some choices,
 * parameters as in a URL, the order of a search, or the prices of a list's calls.
 */
export type ProviderFieldKind =
  | 'text'
  | 'word'
  | 'names'
  | 'number'
  | 'choice'
  | 'parameters'
  | 'order'
  | 'tariff'

export interface ProviderField {
  /** Dotted name in the provider. */
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly kind: ProviderFieldKind
  /** True if it may be left empty. */
  readonly mayBeEmpty?: boolean
  readonly choices?: Readonly<Record<string, string>>
}

export interface ProviderFieldGroup {
  readonly title: string
  readonly text: string
  readonly fields: readonly ProviderField[]
}

const of =
  (kind: ProviderFieldKind, mayBeEmpty = false) =>
  (name: string, label: string, hint: string): ProviderField => ({
    name,
    label,
    hint,
    kind,
    ...(mayBeEmpty && { mayBeEmpty }),
  })
const [text, names, number] = [of('text'), of('names'), of('number')]
const [maybe, maybeNumber] = [of('text', true), of('number', true)]
/** Field of a text that may be empty, and is then sent empty. */
const maybeWord = of('word')
const choice = (
  name: string,
  label: string,
  hint: string,
  choices: Readonly<Record<string, string>>,
): ProviderField => ({ ...of('choice')(name, label, hint), choices })

const FOUND = 'Leave empty to detect it.'
const PRICE =
  'Per item, with a decimal point: 0.15. More parts after a comma and a space: 2 a call, at least 15 a call, from 100 items: 0.1, once a day in UTC. Empty: not known, and spend is shown in items.'

/** Returns the fields on how one list is requested, and where its next page is. */
function listGroup(operation: Operation): ProviderFieldGroup {
  const { label, subject, plural } = OPERATIONS[operation]
  const isUser = subject === 'user'
  const who = isUser ? 'user' : 'words'
  const at = (field: string) => `${operation}.${field}`
  return {
    title: plural,
    text: 'How this list is asked for. Only what is named here is sent.',
    fields: [
      text(at('path'), `${label} path`, `Begins with /.${isUser ? ' {user} stands for the user.' : ''}`),
      choice(
        at('subject.in'),
        `${label}: place of the ${who}`,
        `Where the ${who} stand${isUser ? 's' : ''}.`,
        {
          path: 'In the path, as {user}',
          query: 'In a parameter',
        },
      ),
      text(at('subject.name'), `${label} parameter`, `The name of the parameter with the ${who}.`),
      ...(isUser
        ? [
            choice(
              at('subject.is'),
              `${label}: what the user is`,
              'A numeric id is looked up for a handle.',
              {
                any: 'As it was typed',
                handle: 'A handle',
                id: 'A numeric id',
              },
            ),
          ]
        : []),
      maybe(at('count.name'), `${label}: parameter of the count`, 'Empty: no page size is asked for.'),
      names(
        at('count.aliases'),
        `${label}: other parameters of the count`,
        'Callers of the gateway may use them; Purser sends none.',
      ),
      number(at('count.floor'), `${label}: smallest page`, 'In items.'),
      number(at('count.maximum'), `${label}: largest page`, 'In items.'),
      text(
        at('cursor.send'),
        `${label}: parameter of the next page`,
        'The name under which a cursor is sent.',
      ),
      text(at('cursor.read'), `${label}: cursor in the answer`, 'Such as next_cursor, or meta.next_token.'),
      maybe(
        at('cursor.more'),
        `${label}: field that says more follows`,
        'Such as has_more. Empty: the cursor decides.',
      ),
      names(
        at('cursor.none'),
        `${label}: cursors that mean the end`,
        'Such as 0. An empty cursor always means the end.',
      ),
      ...(isUser
        ? []
        : [
            of('order', true)(
              at('product'),
              'Order of a search',
              'The parameter, its value for Latest and the one for Top, such as queryType: Latest, Top. Empty: none is offered.',
            ),
          ]),
      of('parameters')(
        at('fixed'),
        `${label}: fixed parameters`,
        'Always sent, such as lang=en&replies=false.',
      ),
      maybe(
        at('authors'),
        `${label}: authors beside the items`,
        'A list that items name by id, such as includes.users.',
      ),
    ],
  }
}

/** Fields of a provider, in the order of the page. */
export const FIELD_GROUPS: readonly ProviderFieldGroup[] = [
  {
    title: 'Service and keys',
    text: 'Its name and address, and how a key is sent.',
    fields: [
      text('name', 'Name of the service', 'As your team knows it.'),
      maybe('baseUrl', 'Base address', 'What its paths are added to. Empty: as this Purser is set up.'),
      text('auth.header', 'Header of the key', 'Such as x-api-key, or authorization.'),
      maybeWord('auth.scheme', 'Word before the key', 'Such as Bearer. Empty: the key alone.'),
      maybe('key.beginsWith', 'Beginning of keys', 'Detects badly copied keys. Empty: any.'),
      maybeNumber('key.length', 'Length of keys', 'In characters. Empty: any.'),
      maybe('supportAddress', 'Support address', 'Where a leaked key is reported.'),
    ],
  },
  {
    title: 'Account',
    text: 'Where a key’s balance is read, free of charge.',
    fields: [
      maybe('account.path', 'Account path', 'Empty: the service does not report a balance.'),
      names('account.balance', 'Balance', 'Fields whose sum is the balance.'),
      text('account.factor', 'Balance multiplied by', 'Such as 0.01 if it is in cents.'),
      choice('account.written', 'Balance is written', 'The gateway passes it on in the same form.', {
        number: 'As a number',
        text: 'As text',
      }),
      names(
        'account.repeats',
        'Sum of the balance',
        'Fields that repeat the sum, for services that read it.',
      ),
      maybe('account.prefix', 'Beginning of the key', 'The field with it. Empty: there is none.'),
      maybe('account.rate', 'Requests a second', 'The field with them. Empty: not reported.'),
      text('balanceUnit', 'Unit of the balance', 'The unit of balances; only the word that is shown.'),
    ],
  },
  ...OPERATION_NAMES.map(listGroup),
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
    text: 'How the API says no.',
    fields: [
      choice(
        'retryAfterUnit',
        'Unit of retry-after',
        'Whether the API’s numbers are seconds or milliseconds. Learnt: seconds, until a whole number above 10 shows that they are milliseconds. Dates are understood, too.',
        { auto: 'Learnt from refusals', seconds: 'Seconds', milliseconds: 'Milliseconds' },
      ),
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
      ...OPERATION_NAMES.map((name) =>
        of('tariff', true)(`price.${name}`, `Price of ${OPERATIONS[name].noun}`, PRICE),
      ),
      maybe('unitCost', 'Cost of a unit', 'In money, such as 0.00001 USD. Empty: not known.'),
      maybeNumber(
        'chargeDelayMs',
        'Charges show within',
        'Milliseconds from an answer until the balance shows its charge. Empty: learnt from readings.',
      ),
    ],
  },
  {
    title: 'Calls',
    text: 'How calls are made, and how large an answer may be.',
    fields: [
      number('limits.connectMs', 'Longest time to connect', 'In milliseconds.'),
      number('limits.answerMs', 'Longest wait for an answer', 'In milliseconds.'),
      number('limits.bodyBytes', 'Largest answer', 'In bytes.'),
      number('limits.jsonDepth', 'Deepest answer', 'In levels of nested lists and objects.'),
      number('limits.cursorCharacters', 'Longest cursor', 'In characters.'),
    ],
  },
]

export const PROVIDER_FIELDS: readonly ProviderField[] = FIELD_GROUPS.flatMap(({ fields }) => fields)
