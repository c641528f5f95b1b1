import { expect, onTestFinished, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { NewsletterClicks } from '../../../contract/audience/newsletter-clicks.ts'
import type { Newsletter, NewsletterPreview } from '../../../contract/audience/newsletters.ts'
import { sumClicks } from '../../audience/newsletter-sending/click-sums.repo.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const AMAZON = 'https://www.amazon.com/dp/B000000001?tag=dewlight-20'
const CONTENT = [
  ...['one', 'two', 'three', 'four'].map(
    (word) => `<p><a href="https://shop.example/${word}?a=1&amp;b=2">${word}</a></p>`,
  ),
  `<p><a href="${AMAZON}">Amazon</a> and <a href="/about">about me</a></p>`,
].join('')

async function sendTo(names: string[], { countsClicks = true, content = CONTENT } = {}) {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  const app = await testApp({ smtpUrl: smtp.url })
  const program = { name: 'Amazon', hosts: ['amazon.com'], disclosure: '', replacesMailLinks: false }
  expect((await app.asOwner('/api/programs', { json: program })).status).toBe(201)
  await app.db.updateTable('programs').set({ network: 'amazon', key: 'amazon.com' }).execute()
  for (const name of names)
    await app.db
      .insertInto('subscribers')
      .values({
        ...{ email: `${name}@example.com`, name, is_active: true },
        ...{ unsubscribe_token: `token-${name}`, created_at: '2026-03-01T00:00:00.000Z' },
      })
      .execute()
  const id = await makePost(app.db, { kind: 'newsletter', title: 'My morning', slug: 'my-morning', content })
  const { senderName, intro, audience, hasPage, isIndexable, version } = await find(app, id)
  const saved = await app.asOwner(`/api/newsletters/${id}`, {
    method: 'PUT',
    json: { senderName, intro, audience, hasPage, isIndexable, countsClicks },
    headers: { 'if-match': `"${version}"` },
  })
  expect(saved.status, await saved.clone().text()).toBe(200)
  const sent = await app.asOwner(`/api/newsletters/${id}/send`, { json: { at: null } })
  expect(sent.status, await sent.clone().text()).toBe(200)
  await app.sendNewsletters()
  const mails = new Map(smtp.received.map((mail) => [mail.envelope.to[0]!, { html: mail.html!, text: mail.text! }]))
  return { app, id, mails, smtp }
}

async function find({ asOwner }: TestApp, id: number): Promise<Newsletter> {
  return (await (await asOwner(`/api/newsletters/${id}`)).json()) as Newsletter
}

async function clicksOf({ asOwner }: TestApp, id: number): Promise<NewsletterClicks> {
  const response = await asOwner(`/api/newsletters/${id}/clicks`)
  expect(response.status).toBe(200)
  return (await response.json()) as NewsletterClicks
}

/** The counted links of a mail, in their order. */
function linksOf(html: string): string[] {
  return [
    ...new Set([...html.matchAll(/href="[^"]*(\/letters\/link\/\d+\/(?!page\/)[^"]+)"/g)].map(([, path]) => path!)),
  ]
}

/** The links of a mail that lead over the site or to it, in their order, as a scanner finds them. */
function scannedLinks(html: string): string[] {
  return [...html.matchAll(/href="http:\/\/localhost:3000([^"]+)"/g)].map(([, path]) => path!.replaceAll('&amp;', '&'))
}

/** Of the clock at which the mails were sent. */
const later = (seconds: number) => new Date(Date.parse('2026-03-10T15:00:00.000Z') + seconds * 1000)

/** Follows a link some seconds from now. */
async function follow(app: TestApp, path: string, seconds: number, over: { method?: string; userAgent?: string } = {}) {
  app.setNow(later(seconds).toISOString())
  const { method = 'GET', userAgent = BROWSER } = over
  const headers: Record<string, string> = userAgent === '' ? {} : { 'user-agent': userAgent }
  if (path.startsWith('/newsletter/')) await app.viewPage(path, headers)
  return app.request(path, { method, headers })
}

const settle = (app: TestApp, seconds: number) =>
  sumClicks(app.db, { now: later(seconds), today: '2026-03-10', signal: new AbortController().signal })

test('links lead over the site to their targets, and clicks of people are counted by link, without who clicked', async () => {
  const { app, id, mails } = await sendTo(['ann', 'bea'])
  const ann = linksOf(mails.get('ann@example.com')!.html)
  const bea = linksOf(mails.get('bea@example.com')!.html)
  expect(ann).toHaveLength(5)
  expect(ann.filter((path) => bea.includes(path))).toEqual([])

  const response = await follow(app, ann[0]!, 60)
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('https://shop.example/one?a=1&b=2')
  expect(response.headers.get('cache-control')).toBe('no-store')
  await follow(app, ann[0]!, 61)
  await follow(app, bea[0]!, 90)
  await follow(app, bea[1]!, 150)
  expect(await clicksOf(app, id)).toMatchObject({ total: 0, pending: 3 })

  await settle(app, 600)
  const clicks = await clicksOf(app, id)
  expect(clicks).toMatchObject({ total: 3, pending: 0, filtered: [] })
  expect(clicks.links.slice(0, 2)).toEqual([
    { url: 'https://shop.example/one?a=1&b=2', label: 'one', clicks: 2 },
    { url: 'https://shop.example/two?a=1&b=2', label: 'two', clicks: 1 },
  ])
  expect(await app.db.selectFrom('newsletter_click_requests').selectAll().execute()).toEqual([])
  await settle(app, 900)
  expect(await clicksOf(app, id)).toMatchObject({ total: 3 })
})

test('a scanner that opens every link of a mail does not count as a person, and neither do HEAD, previews and a missing user agent', async () => {
  const { app, id, mails } = await sendTo(['ann', 'bea', 'cleo'])
  const ann = linksOf(mails.get('ann@example.com')!.html)
  for (const [at, path] of ann.entries()) expect((await follow(app, path, 120 + at)).status).toBe(302)
  const bea = linksOf(mails.get('bea@example.com')!.html)
  await follow(app, bea[0]!, 200, { method: 'HEAD' })
  await follow(app, bea[0]!, 200, { userAgent: 'Mozilla/5.0 (compatible; Barracuda Sentinel)' })
  await follow(app, bea[0]!, 200, { userAgent: '' })
  const cleo = linksOf(mails.get('cleo@example.com')!.html)
  await follow(app, cleo[0]!, 2)
  await settle(app, 900)
  expect(await clicksOf(app, id)).toMatchObject({
    total: 0,
    filtered: [
      { reason: 'head', count: 1 },
      { reason: 'no-user-agent', count: 1 },
      { reason: 'scanner', count: 1 },
      { reason: 'burst', count: 5 },
      { reason: 'at-delivery', count: 1 },
    ],
  })
  // A person after the scanner counts.
  await follow(app, ann[2]!, 1000)
  await settle(app, 1400)
  expect(await clicksOf(app, id)).toMatchObject({ total: 1 })
})

test('links of Amazon and those of the footer stay as they are, and the mail says that clicks are counted', async () => {
  const { mails } = await sendTo(['ann'])
  const { html, text } = mails.get('ann@example.com')!
  expect(html).not.toMatch(/letters\/link[^"]*"[^>]*>Amazon/)
  expect(html).toMatch(/href="[^"]*\/newsletter\/unsubscribe\?token=token-ann/)
  for (const part of [html, text.replace(/\s+/g, ' ')])
    expect(part).toContain('We count how often its links are followed, not by whom.')
})

test('without the owner’s choice no link leads over the site and no click is counted', async () => {
  const { app, id, mails } = await sendTo(['ann'], { countsClicks: false })
  const { html, text } = mails.get('ann@example.com')!
  for (const part of [html, text]) {
    expect(part).not.toContain('/letters/link/')
    expect(part).not.toContain('We count how often')
  }
  expect(await clicksOf(app, id)).toEqual({ total: 0, links: [], filtered: [], pending: 0 })
})

test('a forged or foreign key leads to the target and is not counted; an unknown link leads nowhere else', async () => {
  const { app, id, mails } = await sendTo(['ann', 'bea'])
  const [path] = linksOf(mails.get('ann@example.com')!.html)
  const [link, key] = [path!.slice(0, path!.lastIndexOf('/')), path!.slice(path!.lastIndexOf('/') + 1)]
  const [recipient, check] = key.split('.')
  const forged = [
    'x',
    `${Number(recipient) + 1}.${check}`,
    `${recipient}.aaaaaaaaaaaaaaaa`,
    '99999.aaaaaaaaaaaaaaaa',
    '%00',
  ]
  for (const each of forged) {
    const response = await follow(app, `${link}/${each}`, 60)
    expect(response.headers.get('location'), each).toBe('https://shop.example/one?a=1&b=2')
  }
  for (const unknown of [
    `/letters/link/${id}/https:%2F%2Fevil.example/${key}`,
    `/letters/link/${id}/%00/${key}`,
    `/letters/link/x/y/${key}`,
    `/letters/link/999/${link.split('/')[4]}/${key}`,
  ]) {
    const response = await follow(app, unknown, 60)
    expect(response.status, unknown).toBe(302)
    expect(response.headers.get('location'), unknown).toBe('/not-found')
  }
  await settle(app, 900)
  expect(await clicksOf(app, id)).toMatchObject({ total: 0, filtered: [], pending: 0 })
})

test('a preview and a test lead to the targets at once and are not counted', async () => {
  const { app, id, smtp } = await sendTo(['ann'])
  const preview = (await (await app.asOwner(`/api/newsletters/${id}/preview`)).json()) as NewsletterPreview
  expect(preview.html).toContain('https://shop.example/one?a=1&amp;b=2')
  expect(preview.html).not.toContain('/letters/link/')
  await app.db
    .insertInto('settings')
    .values({ key: 'email', value: '"owner@example.com"', updated_at: later(0).toISOString() })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: '"owner@example.com"' }))
    .execute()
  const tested = await app.asOwner(`/api/newsletters/${id}/test`, { json: {} })
  expect(tested.status, await tested.clone().text()).toBe(200)
  expect(smtp.received.at(-1)!.html).not.toContain('/letters/link/')
})

test('readers who are erased take their waiting requests along', async () => {
  const { app, id, mails } = await sendTo(['ann'])
  await follow(app, linksOf(mails.get('ann@example.com')!.html)[0]!, 60)
  await app.db.deleteFrom('newsletter_recipients').execute()
  await settle(app, 900)
  expect(await clicksOf(app, id)).toMatchObject({ total: 0, pending: 0 })
})

const linksTo = (count: number) =>
  Array.from({ length: count }, (_, at) => `<p><a href="https://shop.example/${at}">${at}</a></p>`).join('')

test.each([
  [1, 1],
  [1, 6],
  [2, 1],
  [2, 6],
  [5, 1],
  [5, 6],
])(
  'a scanner that GETs every link of a newsletter unsubscribes and confirms no one, and is not counted as a person: %i counted links, %i s apart',
  async (count, apart) => {
    const { app, id, mails } = await sendTo(['ann'], { content: linksTo(count) })
    const before = await app.db.selectFrom('subscribers').selectAll().execute()
    const links = scannedLinks(mails.get('ann@example.com')!.html)
    expect(links.filter((path) => path.startsWith('/letters/link/'))).toHaveLength(count + 1)
    expect(links.filter((path) => path.startsWith('/newsletter/unsubscribe?token=token-ann'))).toHaveLength(1)
    for (const [at, path] of links.entries()) await follow(app, path, 60 + at * apart)
    expect(await clicksOf(app, id)).toMatchObject({ total: 0, pending: count })
    await settle(app, 900)
    expect(await clicksOf(app, id)).toMatchObject({ total: 0, filtered: [{ reason: 'burst', count }], pending: 0 })
    expect(await app.db.selectFrom('newsletter_click_requests').selectAll().execute()).toEqual([])
    expect(await app.db.selectFrom('subscribers').selectAll().execute()).toEqual(before)
  },
)

test.each([1, 2, 5])(
  'a person who reads a newsletter with %i counted links in the browser and then clicks counts',
  async (count) => {
    const { app, id, mails } = await sendTo(['ann', 'bea'], { content: linksTo(count) })
    const page = /\/letters\/link\/\d+\/page\/[^"]+/.exec(mails.get('ann@example.com')!.html)![0]
    const opened = await follow(app, page, 60)
    expect([opened.status, opened.headers.get('location')]).toEqual([302, '/letters/my-morning'])
    expect(opened.headers.get('cache-control')).toBe('no-store')
    await follow(app, linksOf(mails.get('ann@example.com')!.html)[0]!, 90)
    // One who unsubscribes after the click.
    await follow(app, linksOf(mails.get('bea@example.com')!.html)[0]!, 60)
    await follow(app, `/newsletter/unsubscribe?token=token-bea&newsletter=${id}`, 75)
    await settle(app, 900)
    expect(await clicksOf(app, id)).toMatchObject({ total: 2, filtered: [], pending: 0 })
  },
)

test('the unsubscribe page is noted for the recipient of a newsletter that counts clicks only, and never as a click', async () => {
  const { app, id } = await sendTo(['ann'])
  const noted = async () => (await app.db.selectFrom('newsletter_click_requests').selectAll().execute()).length
  const path = `/newsletter/unsubscribe?token=token-ann&newsletter=${id}`
  for (const other of [
    `/newsletter/unsubscribe?token=token-x&newsletter=${id}`,
    '/newsletter/unsubscribe?token=token-ann',
    '/newsletter/unsubscribe?token=token-ann&newsletter=999',
    '/newsletter/unsubscribe?token=token-ann&newsletter=x',
    `${path}&state=done`,
    `/newsletter/confirm?token=token-ann&newsletter=${id}`,
  ])
    await app.viewPage(other, { 'user-agent': BROWSER })
  await app.viewPage(path)
  await app.viewPage(path, { 'user-agent': 'Mozilla/5.0 (compatible; Barracuda Sentinel)' })
  expect(await noted()).toBe(0)
  await app.viewPage(path, { 'user-agent': BROWSER })
  await app.viewPage(path, { 'user-agent': BROWSER })
  expect(await noted()).toBe(1)
  expect(await clicksOf(app, id)).toMatchObject({ total: 0, pending: 0 })
  await settle(app, 900)
  expect(await noted()).toBe(0)
  expect(await clicksOf(app, id)).toMatchObject({ total: 0, filtered: [] })

  const uncounted = await sendTo(['ann'], { countsClicks: false })
  const { html } = uncounted.mails.get('ann@example.com')!
  expect(html).toContain('/letters/my-morning"')
  for (const link of scannedLinks(html)) await follow(uncounted.app, link, 60)
  expect(await uncounted.app.db.selectFrom('newsletter_click_requests').selectAll().execute()).toEqual([])
})

test('a view of the unsubscribe page that cannot be noted fails nothing', async () => {
  const { app, id } = await sendTo(['ann'])
  await app.db.schema.dropTable('newsletter_click_requests').execute()
  await app.viewPage(`/newsletter/unsubscribe?token=token-ann&newsletter=${id}`, { 'user-agent': BROWSER })
})

test('the link to the page of a newsletter tells nothing of one that is not sent or has none', async () => {
  const { app, id, mails } = await sendTo(['ann'])
  const page = /\/letters\/link\/\d+\/page\/[^"]+/.exec(mails.get('ann@example.com')!.html)![0]
  const draft = await makePost(app.db, { kind: 'newsletter', title: 'A secret', content: '' })
  const target = async (path: string) => (await app.request(path)).headers.get('location')
  expect(await target(`/letters/link/${draft}/page/x`)).toBe('/not-found')
  expect(await target(page.replace(/[^/]+$/, 'x'))).toBe('/letters/my-morning')
  await app.db.updateTable('newsletters').set({ has_page: false }).where('post_id', '=', id).execute()
  expect(await target(page)).toBe('/not-found')
})
