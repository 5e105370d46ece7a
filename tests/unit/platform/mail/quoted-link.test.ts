import { expect, test } from 'vitest'
import { newToken } from '@/lib/kernel'
import { sendMail } from '@/lib/platform/mail'
import { startMailReceiver } from '@/tests/support/receivers'

test('a mail server that quotes the link of a mail reveals its token to nobody else', async () => {
  const link = `https://purser.example.org/account/confirm/${newToken()}`
  const mail = await startMailReceiver(undefined, /https:\S+/)
  const sent = await sendMail(
    { url: mail.url, from: 'purser@example.org', purserUrl: 'https://purser.example.org' },
    { to: 'ops@example.org', subject: 'Confirm', text: `Open ${link} to confirm.` },
  )
  await mail.close()
  expect(sent).toMatchObject({ ok: false, mayTryAgain: false })
  expect(sent).toMatchObject({
    problem: expect.stringContaining('https://purser.example.org/account/confirm/[redacted]'),
  })
})
