import { Code, Group, Stack, Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { Card, type Column, CopyButton, DataTable } from '@/components/ui'
import { formatPlural } from '@/lib/kernel'
import classes from './api.module.css'

/** A parameter, or a field of a body, in words. */
interface ParameterRow {
  readonly name: string
  readonly where: string
  readonly isRequired: boolean
  readonly form: string
  readonly description: string
}

/** An endpoint as its page shows it. */
export interface EndpointCard {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly ParameterRow[]
  /** Example as a shell command. */
  readonly command: string
  /** A possible answer; null if it is empty. */
  readonly answer: string | null
}

interface EndpointCardsProps {
  readonly groups: readonly { readonly name: string; readonly endpoints: readonly EndpointCard[] }[]
}

const COLUMNS: readonly Column<ParameterRow>[] = [
  { label: 'Name', render: ({ name }) => <Code>{name}</Code> },
  {
    label: 'In',
    render: ({ where, isRequired }) => `${where}${isRequired ? ', required' : ''}`,
  },
  { label: 'Type', render: ({ form }) => form },
  { label: 'Meaning', render: ({ description }) => withCode(description) },
]

/** Renders a text whose names stand in backticks, as in Markdown. */
const withCode = (text: string): ReactNode =>
  text
    .split('`')
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text that never changes.
    .map((part, index) => (index % 2 === 1 ? <Code key={index}>{part}</Code> : part))

/** Renders a path so that it breaks after its slashes, not within a word. */
const withBreaks = (path: string): ReactNode =>
  path.split('/').map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text that never changes.
    <Fragment key={index}>
      {index > 0 && '/'}
      <wbr />
      {part}
    </Fragment>
  ))

/** Lists the endpoints of the API in groups that open, each with an example. Only its copy buttons need a script. */
export const EndpointCards = ({ groups }: EndpointCardsProps) => (
  <Card title="Endpoints">
    {groups.map(({ name, endpoints }) => (
      <details key={name} className={classes.group}>
        <summary>
          <h3>{name}</h3> <span>{formatPlural(endpoints.length, 'endpoint')}</span>
        </summary>
        <Stack gap="md" mt="xs" mb="md" ml="md">
          {endpoints.map((endpoint) => (
            <EndpointDetails key={endpoint.name} endpoint={endpoint} />
          ))}
        </Stack>
      </details>
    ))}
  </Card>
)

function EndpointDetails({ endpoint }: { readonly endpoint: EndpointCard }) {
  const { name, method, path, summary, description, parameters, command, answer } = endpoint
  return (
    <details id={name}>
      <summary>
        <span className={classes.head}>
          <b data-method={method}>{method}</b> <Code>{withBreaks(path)}</Code> <span>{summary}</span>
        </span>
      </summary>
      <Stack gap="xs" mt="xs" ml="md">
        <Text size="sm">{withCode(description)}</Text>
        {parameters.length > 0 && (
          <DataTable
            caption={`Parameters of ${name}`}
            columns={COLUMNS}
            rows={parameters}
            keyOf={(row) => `${row.where} ${row.name}`}
          />
        )}
        <Example label="Request" text={command} copy={`Copy the request of ${name}`} />
        {answer !== null && <Example label="Answer" text={answer} copy={`Copy the answer of ${name}`} />}
      </Stack>
    </details>
  )
}

function Example(props: { readonly label: string; readonly text: string; readonly copy: string }) {
  const { label, text, copy } = props
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <CopyButton value={text} label={copy} />
      </Group>
      <Code block tabIndex={0} role="region" aria-label={`${label} of the example`}>
        {text}
      </Code>
    </div>
  )
}
