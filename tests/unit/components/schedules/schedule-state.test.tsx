import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ScheduleState } from '@/components/schedules/schedule-state'

const schedule = {
  ...{
    searchId: 's',
    searchName: 'Tea',
    cron: '0 9 * * *',
    words: 'Every day at 09:00',
    memberId: 'm',
    memberName: 'Ada',
  },
  ...{ activeFrom: 0, activeTo: 1440, activeDays: '1234567', capItems: 120, capItemsDay: 500 },
  ...{ untilKnown: false, tellsAbove: null, tellsQuietHours: null, itemsChannelId: null, nextAt: null },
  ...{ lastRunId: null, lastNewAt: null, lastNote: null, failures: 0, paused: null },
}

test.each([
  [1, 'At most 120 items per run and 500 per day.'],
  [3, 'At most 120 items per subject and 500 per day, all subjects together.'],
])('the limits of a schedule of %i subjects are for each, and the day’s for all', (subjectCount, words) => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <ScheduleState {...{ team: 'acme', schedule, timeZone: 'UTC', channels: [], subjectCount }} />
    </MantineProvider>,
  )
  expect(html).toContain(words)
})
