import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AuditEntries, AuditTable } from '@/components/settings/audit-entries'

test('an entry names its subject, even if that person has the same name as the actor', () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <AuditTable
        caption="Audit log"
        timeZone="UTC"
        entries={[
          {
            ...{ id: '1', at: new Date(0), actorName: 'Alex Kim', action: 'member.remove' },
            ...{ subjectName: 'Alex Kim', detail: '{}', place: null },
          },
        ]}
      />
    </MantineProvider>,
  )
  expect(html.match(/Alex Kim/g)).toHaveLength(2)
})

test.each([
  [2, false],
  [3, true],
])('of %i entries on pages of two, a next page is offered: %s', (count, isOffered) => {
  const entries = Array.from({ length: count }, (_, index) => ({
    ...{ id: String(index), at: new Date(0), actorName: 'Ada', action: 'member.remove' },
    ...{ subjectName: `Person ${index}`, detail: '{}', place: null },
  }))
  const query = { text: '', actor: '', kind: '', from: '', to: '', before: '' } as const
  const html = renderToStaticMarkup(
    <MantineProvider>
      <AuditEntries entries={entries} perPage={2} query={query} timeZone="UTC" here="/team/settings/audit" />
    </MantineProvider>,
  )
  expect(html.includes('before=1')).toBe(isOffered)
  expect(html).not.toContain('Person 2')
})
