import { createHmac, randomUUID } from 'node:crypto'
import { plain } from '../../factories/mail'
import { startHttpReceiver, startMailReceiver } from '../../support/receivers'
import { FOUNDER } from '../../support/story'
import { expect, test } from '../fixtures'
import { expectGoodPage } from '../good-page'
import { enter, visit } from '../visits'
import { closeAfter, openWorldWithUpstream } from '../world'

const startReceivers = async () => {
  let calls = 0
  const receivers = {
    mail: await startMailReceiver(),
    slack: await startHttpReceiver(),
    // Refuses the first message after the test with 503, so that it is retried.
    hook: await startHttpReceiver((response) => {
      calls++
      response.writeHead(calls === 2 ? 503 : 200).end()
    }),
  }
  return { ...receivers, close: () => Promise.all(Object.values(receivers).map((each) => each.close())) }
}

/** Extends the test with a Purser that may send to private addresses, and receivers on this machine. */
const testWithReceivers = test.extend<{ readonly receivers: Awaited<ReturnType<typeof startReceivers>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  receivers: async ({}, use) => {
    const receivers = await startReceivers()
    await use(receivers)
    await receivers.close()
  },
  world: async ({ receivers, page }, use) => {
    const world = await openWorldWithUpstream({
      SMTP_URL: receivers.mail.url,
      MAIL_FROM: 'Purser <purser@example.org>',
      PURSER_ALLOW_PRIVATE_ADDRESSES: 'true',
    })
    await use(world)
    await closeAfter(page, world)
  },
})

testWithReceivers(
  'channels are added and tested; each receives one alert about a refused key, and its recovery',
  async ({ page, browser, world, team, key, receivers }) => {
    test.setTimeout(180_000)
    const { mail, slack, hook } = receivers
    const { admin } = team
    const prefix = key.secret.slice(0, 12)
    await enter(page, admin, '/alerts')
    await expect(page.getByText('All is well')).toBeVisible()
    const openTab = async (name: string) => {
      const tab = page.getByRole('navigation', { name: 'Parts of alerts' }).getByRole('link', { name })
      await tab.click()
      await expect(tab).toHaveAttribute('aria-current', 'page')
    }
    await openTab('Channels')

    const card = page.getByRole('region', { name: 'Channels', exact: true })
    const add = async (name: string, kind: string, label: string, address: string) => {
      await card.getByRole('button', { name: 'Add channel' }).click()
      const drawer = page.getByRole('dialog', { name: 'Add a channel' })
      await drawer.getByLabel('Kind').selectOption({ label: kind })
      await drawer.getByLabel('Name').fill(name)
      await drawer.getByLabel(label).fill(address)
      await drawer.getByRole('button', { name: 'Add channel' }).click()
      await expect(card.getByRole('button', { name: `Change ${name}` })).toBeVisible()
    }
    await add('Ops mail', 'E-mail', 'Address', 'ops@example.org')
    await expect(card.getByText('Alerts go to ops@example.org once')).toBeVisible()
    await card.getByRole('button', { name: 'Actions for Ops mail' }).click()
    await expect(page.getByRole('menuitem', { name: 'Send the confirmation' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Send a test' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    expect(mail.received).toHaveLength(1)
    const letter = plain(mail.received[0]?.text ?? '')
    const token = /\/account\/confirm\/([\w-]+)/.exec(letter)?.[1]
    const theirs = await (await browser.newContext()).newPage()
    await visit(theirs, `${world.server.baseUrl}/account/confirm/${token}`)
    await expectGoodPage(theirs, 'confirm')
    await theirs.getByRole('button', { name: 'Confirm the address' }).click()
    await expect(theirs.getByText('The address is confirmed.')).toBeVisible()
    await theirs.context().close()
    await visit(page, page.url())
    await add('Slack', 'Slack webhook', 'URL of the incoming webhook', slack.url)
    await add('Hook', 'Signed webhook', 'URL that receives the message', hook.url)
    const secret = await card.getByText(/^whsec_/).innerText()
    for (const name of ['Ops mail', 'Slack', 'Hook']) {
      await card.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: 'Send a test' }).click()
      await expect(page.getByText(`The test message to “${name}” was accepted.`)).toBeVisible()
      await expect(page.getByRole('menu')).toHaveCount(0)
    }
    expect(mail.received).toHaveLength(2)
    expect(slack.received).toHaveLength(1)
    expect(hook.received).toHaveLength(1)

    // The channel subscribes to the end of runs. Its receiver is busy at the first try.
    await card.getByRole('button', { name: 'Change Hook' }).click()
    const form = page.getByRole('dialog', { name: 'Change “Hook”' })
    await form.getByRole('checkbox', { name: 'Run ended' }).check()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The channel was changed.')).toBeVisible()
    const search = { name: 'Ends', operation: 'followers', subject: 'ada' }
    const searchId = await admin.makeId('searches/createSearchAction', search)
    const run = { runId: randomUUID(), searchId, keyId: key.id, capItems: 20 }
    await admin.mustPerform('runs/startBackgroundRunAction', run)
    await expect.poll(() => hook.received.length, { timeout: 40_000 }).toBe(3)
    const [, first, again] = hook.received
    expect(first?.headers['webhook-id']).toBe(again?.headers['webhook-id'])
    const signed = `${again?.headers['webhook-id']}.${again?.headers['webhook-timestamp']}.${again?.body}`
    const expected = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
      .update(signed)
      .digest('base64')
    expect(again?.headers['webhook-signature']).toBe(`v1,${expected}`)
    expect(JSON.parse(again?.body ?? '{}')).toMatchObject({
      ...{ id: again?.headers['webhook-id'], type: 'run.ended' },
      data: { runId: run.runId, searchName: 'Ends', items: 20 },
    })
    const messages = page.getByRole('region', { name: 'Messages sent', exact: true })
    await messages.getByRole('link', { name: 'Hook' }).click()
    await expect(messages.getByRole('link', { name: 'Hook' })).toHaveCount(0)
    await expect(messages).toContainText('Sent after 2 tries')
    await messages.getByRole('button', { name: 'Send again: Run: A run of “Ends” has ended' }).click()
    await expect.poll(() => hook.received.length, { timeout: 40_000 }).toBe(4)
    expect(hook.received[3]).toMatchObject({
      headers: { 'webhook-id': again?.headers['webhook-id'] },
      body: again?.body,
    })
    await messages.getByRole('link', { name: 'All channels' }).click()

    await world.operator.revokeKey(prefix)
    await admin.perform('keys/checkKeyAction', { keyId: key.id })
    await expect.poll(() => slack.received.length, { timeout: 40_000 }).toBe(2)
    await expect.poll(() => mail.received.length).toBe(3)
    await expect.poll(() => hook.received.length, { timeout: 40_000 }).toBe(5)
    expect(mail.received[2]?.to).toEqual(['ops@example.org'])
    expect(mail.received[2]?.text).toContain('is refused')
    expect(JSON.parse(hook.received[4]?.body ?? '{}')).toMatchObject({
      type: 'alert.fired',
      data: { kind: 'key_refused' },
    })

    await openTab('Now')
    await page.reload()
    await expect(page.getByRole('link', { name: 'Alerts: 1 open' })).toBeVisible()
    const now = page.getByRole('region', { name: 'Now', exact: true })
    await expect(now.getByRole('link', { name: `The key ${prefix}… is refused` })).toBeVisible()
    await now.getByRole('button', { name: /^Details: The key / }).click()
    await now.getByRole('button', { name: /^Acknowledge: / }).click()
    await expect(now).toContainText(`Acknowledged by ${FOUNDER.name}`)
    await expect(page.getByRole('link', { name: 'Alerts: none open' })).toBeVisible()

    await admin.mustPerform('keys/deleteKeyAction', { keyId: key.id })
    await expect.poll(() => slack.received.length, { timeout: 40_000 }).toBe(3)
    await expect.poll(() => mail.received.length).toBe(4)
    expect(slack.received[2]?.body).toContain('Recovered: The key')
    await openTab('History')
    await expect(page.getByRole('region', { name: 'All alerts', exact: true })).toContainText('is refused')
    // No message contains the secret part of the key.
    const told = [
      ...mail.received.map(({ text }) => text),
      ...slack.received.map(({ body }) => body),
      ...hook.received.map(({ body }) => body),
    ]
    expect(told.some((text) => text.includes(key.secret.slice(12)))).toBe(false)
  },
)

testWithReceivers(
  'a member turns the daily digest on once the address is confirmed',
  async ({ page, world, team }) => {
    const { admin } = team
    await enter(page, admin)
    await visit(page, `${admin.baseUrl}/account`)
    const card = page.getByRole('region', { name: 'Daily digest' })
    const digest = card.getByRole('switch')
    await digest.click()
    await expect(card.getByText('Your address is not confirmed yet.')).toBeVisible()
    await expect(digest).not.toBeChecked()
    await world.db.user.update({ where: { email: admin.email }, data: { emailConfirmedAt: new Date() } })
    await digest.click()
    await expect(page.getByText('The digest is on.')).toBeVisible()
    expect(await world.db.member.count({ where: { teamId: team.id, digestSince: { not: null } } })).toBe(1)
    await visit(page, `${admin.baseUrl}/account`)
    await expect(digest).toBeChecked()
  },
)
