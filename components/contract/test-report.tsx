import { Alert, Stack, Text, Title } from '@mantine/core'
import { DataTable, LinkTo, PlainText } from '@/components/ui'
import type { ContractTest } from '@/lib/collect/runs'
import { formatCount, formatCredits, OPERATIONS, plural } from '@/lib/kernel'
import {
  describeFoundCharge,
  describeRetryAfter,
  describeStep,
  describeStepCharge,
  fieldRows,
} from './labels'

/** The findings of a test. The upstream's words are shown as text. */
export function TestReport({ test, team }: { readonly test: ContractTest; readonly team: string }) {
  return (
    <Stack role="region" aria-label="What the test found">
      <Alert role="status" color="green" variant="light" title="The test is done">
        The key works: {formatCount(test.requestsPerSecond)} requests a second, a balance of{' '}
        {formatCredits(test.balanceMicro)}. The form below is filled with what was found; look it through and
        save it.
      </Alert>
      {test.steps.length > 0 && <Steps steps={test.steps} />}
      {test.pages.map((page) => (
        <FoundPage key={page.operation} page={page} team={team} />
      ))}
      <div>
        <Title order={3} size="h6">
          Retry-after
        </Title>
        <Text size="sm">{describeRetryAfter(test)}</Text>
      </div>
      {test.errors.length > 0 && <Errors errors={test.errors} />}
    </Stack>
  )
}

function Steps({ steps }: Pick<ContractTest, 'steps'>) {
  return (
    <DataTable
      caption="What was asked, in this order"
      minWidth={640}
      rows={steps}
      keyOf={({ operation, asked }) => `${operation} ${asked}`}
      columns={[
        { key: 'operation', label: 'For', render: ({ operation }) => OPERATIONS[operation].label },
        { key: 'asked', label: 'Asked', render: ({ asked }) => asked },
        { key: 'status', label: 'Status', isNumeric: true, render: ({ httpStatus }) => httpStatus ?? 'None' },
        { key: 'outcome', label: 'Outcome', render: describeStep },
        { key: 'charged', label: 'Charged', render: describeStepCharge },
      ]}
    />
  )
}

function FoundPage({ page, team }: { readonly page: ContractTest['pages'][number]; readonly team: string }) {
  const { operation, findings, items, chargeMicro, runId } = page
  const cost = chargeMicro === null ? 'at an unknown price' : `for ${formatCredits(chargeMicro)} credits`
  return (
    <div>
      <Title order={3} size="h6">
        {OPERATIONS[operation].label}
      </Title>
      <Text size="sm">
        {items === 0 ? 'No items were bought. ' : `${plural(items, 'item')} ${cost}. `}
        <LinkTo href={`/${team}/runs/${runId}`} size="sm">
          On the ledger
        </LinkTo>
      </Text>
      {findings && (
        <>
          <Text size="sm">
            The list of items is {findings.arrayPath === '' ? 'the answer itself' : findings.arrayPath}.{' '}
            {describeFoundCharge(findings.charge)}
          </Text>
          {findings.fields && (
            <DataTable
              caption={`Fields of an item: ${OPERATIONS[operation].label}`}
              minWidth={480}
              rows={fieldRows(findings)}
              keyOf={({ label }) => label}
              columns={[
                { key: 'what', label: 'What', render: ({ label }) => label },
                { key: 'field', label: 'Field', render: ({ path }) => path },
                {
                  key: 'example',
                  label: 'Example',
                  render: ({ example }) => <PlainText>{example}</PlainText>,
                },
              ]}
            />
          )}
          {findings.otherFields.length > 0 && (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              Other fields, to be seen in the raw view: {findings.otherFields.join(', ')}
            </Text>
          )}
        </>
      )}
    </div>
  )
}

function Errors({ errors }: Pick<ContractTest, 'errors'>) {
  return (
    <DataTable
      caption="How the upstream refuses"
      minWidth={480}
      rows={errors}
      keyOf={({ httpStatus, shape }) => `${httpStatus}-${shape}`}
      columns={[
        { key: 'status', label: 'Status', isNumeric: true, render: ({ httpStatus }) => httpStatus },
        { key: 'shape', label: 'Shape', render: ({ shape }) => shape.toUpperCase() },
        {
          key: 'words',
          label: 'Its words',
          render: ({ words, field }) => (
            <PlainText>{words ?? (field === null ? 'None' : `In the field ${field}`)}</PlainText>
          ),
        },
      ]}
    />
  )
}
