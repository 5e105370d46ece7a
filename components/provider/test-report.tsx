import { Alert, Stack, Text, Title } from '@mantine/core'
import dynamic from 'next/dynamic'
import { AppLink, DataTable, PlainText } from '@/components/ui'
import type { ProviderTest } from '@/lib/collect/runs'
import { formatCount, formatCredits, formatPlural, formatWithUnit, OPERATIONS } from '@/lib/kernel'
import {
  describeBalanceFall,
  describeFilledForm,
  describeFoundCharge,
  describeNextPage,
  describeRetryAfter,
  describeStep,
  describeStepCharge,
  type ItemPart,
  itemPartRows,
  listMissingFindings,
} from './labels'

const ExampleItem = dynamic(() => import('./example-item').then((loaded) => loaded.ExampleItem))

interface TestReportProps {
  readonly test: ProviderTest
  /** Labels of the fields of the form that its findings changed. */
  readonly changed: readonly string[]
  readonly team: string
  /** Called when a person says what the value at a path of the items is. */
  onUse(part: ItemPart, path: string): void
}

/** Shows the findings of a test. The upstream's words are shown as text. */
export function TestReport({ test, changed, team, onUse }: TestReportProps) {
  const missing = listMissingFindings(test)
  return (
    <Stack role="region" aria-label="What the test found">
      <Alert
        role="status"
        color={missing.length === 0 ? 'green' : 'orange'}
        variant="light"
        title={missing.length === 0 ? 'The test is done' : 'The test is done, and something is missing'}
      >
        {test.balanceNano !== null && (
          <>The key works, with a balance of {formatCredits(test.balanceNano)}. </>
        )}
        {test.requestsPerSecond !== null && (
          <>It allows {formatCount(test.requestsPerSecond)} requests a second. </>
        )}
        {describeFilledForm(
          test.pages.some(({ findings }) => findings !== null),
          changed,
        )}
        {missing.map((sentence) => (
          <Text key={sentence} size="sm" mt={4}>
            {sentence}
          </Text>
        ))}
      </Alert>
      {test.steps.length > 0 && <Steps steps={test.steps} />}
      {test.pages.map((page) => (
        <FoundPage key={page.operation} page={page} suggestion={test.suggestion} team={team} onUse={onUse} />
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

function Steps({ steps }: Pick<ProviderTest, 'steps'>) {
  return (
    <DataTable
      caption="What was asked, in this order"
      minWidth={640}
      rows={steps}
      keyOf={({ operation, asked }) => `${operation} ${asked}`}
      columns={[
        { label: 'For', render: ({ operation }) => OPERATIONS[operation].label },
        { label: 'Asked', render: ({ asked }) => asked },
        { label: 'Status', isNumeric: true, render: ({ httpStatus }) => httpStatus ?? 'None' },
        { label: 'Outcome', render: describeStep },
        { label: 'Charged', render: describeStepCharge },
      ]}
    />
  )
}

interface FoundPageProps extends Pick<TestReportProps, 'team' | 'onUse'> {
  readonly page: ProviderTest['pages'][number]
  readonly suggestion: ProviderTest['suggestion']
}

function FoundPage({ page, suggestion, team, onUse }: FoundPageProps) {
  const { operation, findings, items, chargeNano, runId } = page
  const cost = chargeNano === null ? 'at an unknown price' : `for ${formatWithUnit(chargeNano)}`
  return (
    <div>
      <Title order={3} size="h6">
        {OPERATIONS[operation].label}
      </Title>
      <Text size="sm">
        {items === 0 ? 'No items were bought. ' : `${formatPlural(items, 'item')} ${cost}. `}
        <AppLink href={`/${team}/runs/${runId}`}>On the ledger</AppLink>
      </Text>
      {findings && (
        <>
          <Text size="sm">
            The list of items is {findings.arrayPath === '' ? 'the answer itself' : findings.arrayPath}.{' '}
            {describeNextPage(operation, suggestion)} {describeFoundCharge(findings.charge)}{' '}
            {describeBalanceFall(page)}
          </Text>
          {findings.fields && (
            <DataTable
              caption={`Fields of an item: ${OPERATIONS[operation].label}`}
              minWidth={480}
              rows={itemPartRows(findings)}
              keyOf={({ label }) => label}
              columns={[
                { label: 'What', render: ({ label }) => label },
                { label: 'Field', render: ({ path }) => path },
                {
                  label: 'Example',
                  render: ({ example }) => <PlainText>{example}</PlainText>,
                },
              ]}
            />
          )}
          {findings.example.length > 0 && (
            <ExampleItem label={OPERATIONS[operation].label} example={findings.example} onUse={onUse} />
          )}
        </>
      )}
    </div>
  )
}

function Errors({ errors }: Pick<ProviderTest, 'errors'>) {
  return (
    <DataTable
      caption="How the API refuses"
      minWidth={480}
      rows={errors}
      keyOf={({ httpStatus, shape, words, field }) => `${httpStatus}-${shape}-${words}-${field}`}
      columns={[
        { label: 'Status', isNumeric: true, render: ({ httpStatus }) => httpStatus },
        { label: 'Shape', render: ({ shape }) => shape.toUpperCase() },
        {
          label: 'Its words',
          render: ({ words, field }) => (
            <PlainText>{words ?? (field === null ? 'None' : `In the field ${field}`)}</PlainText>
          ),
        },
      ]}
    />
  )
}
