import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AuditTable } from '@/components/settings/audit-entries'

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
