import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, type TestAppChoices, testApp } from '../../../../test/test-app.ts'
import type { LegalText } from '../../../contract/app/legal-texts.ts'
import { policyVersion } from '../../accounts/policy-versions/policy-versions.repo.ts'
import { recordDemoRows } from '../demo/demo-rows.repo.ts'

const facts = {
  brand: 'Linden Skin',
  ownerName: 'Rosa <Linden>',
  postalAddress: 'PO Box 12\nPortland, OR 97201',
  privacyEmail: 'privacy@linden.example',
  serverCountry: 'Germany',
  processors: 'Fernhost, Germany: servers\n\nPost & Co, Ireland: accounting',
  authority: 'Oregon Department of Justice',
  children: 'yes',
  readers: 'de',
}

async function saveFacts({ asOwner }: TestApp, change: Record<string, string> = {}): Promise<void> {
  const response = await asOwner('/api/settings', { method: 'PUT', json: { ...facts, ...change } })
  expect(response.status).toBe(200)
}

async function read({ request }: TestApp, slug = 'privacy-policy'): Promise<LegalText> {
  const response = await request(`/api/legal-texts/${slug}`)
  expect(response.status).toBe(200)
  return (await response.json()) as LegalText
}

const versionsOf = async ({ request }: TestApp, slug = 'privacy-policy') =>
  ((await (await request(`/api/legal-texts/${slug}/versions`)).json()) as { version: string }[]).map(
    ({ version }) => version,
  )

const rowsOf = ({ db }: TestApp, page = 'privacy-policy') =>
  db
    .selectFrom('policy_versions')
    .select('version')
    .where('page', '=', page as 'privacy-policy')
    .orderBy('id')
    .execute()

test('until the facts are filled in both policies have the text of the specification, and no version is stored', async () => {
  const app = await testApp()
  await saveFacts(app, { serverCountry: '' })
  const { content, lastUpdated, sections } = await read(app)
  // The site was set up on that day.
  expect(lastUpdated).toBe('January 1, 2026')
  expect(sections).toHaveLength(14)
  expect(content).toContain('The servers are in the US and Canada.')
  expect((await read(app, 'affiliate-disclosure')).lastUpdated).toBeNull()
  expect(await versionsOf(app)).toEqual([])
  expect(await rowsOf(app)).toEqual([])
  expect(await policyVersion(app.db)).toBe('2024-06-14')
})

test('the default policy of a site that shows the demo has the day of the specification, in the words of the region', async () => {
  const app = await testApp()
  await recordDemoRows(app.db, 'posts', [await makePost(app.db)])
  expect((await read(app)).lastUpdated).toBe('June 14, 2024')
  await app.asOwner('/api/settings', { method: 'PUT', json: { dateStyle: 'dmy' } })
  expect((await read(app)).lastUpdated).toBe('14 June 2024')
})

test('the privacy policy states what the owner has filled in, in the same 14 sections, with the day of the change', async () => {
  const app = await testApp()
  const before = (await read(app)).sections
  await saveFacts(app)
  const { content, sections, lastUpdated } = await read(app)
  expect(sections).toEqual(before)
  expect(lastUpdated).toBe('March 10, 2026')
  for (const part of [
    'This website, Linden Skin, is',
    'It is run by Rosa &#60;Linden&#62;, called “we”',
    '<p>Rosa &#60;Linden&#62;<br>PO Box 12<br>Portland, OR 97201</p>',
    '<a href="mailto:privacy@linden.example">privacy@linden.example</a>',
    'Our servers are in Germany.',
    '<li>Fernhost, Germany: servers</li><li>Post &#38; Co, Ireland: accounting</li>',
    'The authority that supervises us is: Oregon Department of Justice.',
    'also meant for readers under 16',
    'Article 6(1) of the General Data Protection Regulation (GDPR)',
  ])
    expect(content).toContain(part)
  expect(content).not.toContain('All others are deleted')
  for (const former of ['US and Canada', 'under 13', 'written and run by one person'])
    expect(content).not.toContain(former)
  await saveFacts(app, { children: 'no', readers: 'us', messagesKept: '1' })
  const changed = (await read(app)).content
  expect(changed).toContain('not directed at children under 16')
  expect(changed).not.toContain('Article 6')
  expect(changed).toContain('All others are deleted after one year.')
})

const places: [string, TestAppChoices, (app: TestApp) => Promise<unknown>, RegExp, string?][] = [
  [
    'the host of the mail server in the environment',
    { smtpUrl: 'smtps://user:secret@smtp.carrier.example?from=a@b.example' },
    async () => {},
    /Our email is delivered through smtp\.carrier\.example\./,
  ],
  [
    'where images and backups are stored, and the CDN',
    { hosts: { media: 's3.store.example', backups: 's3.vault.example', cdn: 'Fastly' } },
    async () => {},
    /stored at s3\.store\.example.*stored at s3\.vault\.example.*sent to you by Fastly/,
  ],
  [
    'the companies whose videos public texts show',
    {},
    async ({ db }) => {
      const video = (url: string) => `<figure data-block="video"><a href="${url}">How to</a></figure>`
      await makePost(db, { content: video('https://youtu.be/aqz-KE-bpKQ') })
      await makePost(db, { content: video('https://vimeo.com/76979871'), published_at: null })
    },
    /show videos of YouTube\. A video is loaded only/,
  ],
  [
    'TikTok where a video of it plays, and no company that a text with a video only links to',
    {},
    async ({ db }) => {
      const link =
        '<p>I am on <a href="https://vimeo.com/76979871">Vimeo</a> and <a href="https://youtu.be/x">there</a>.</p>'
      const card = '<figure data-block="video"><a href="https://www.instagram.com/p/CuZ-x_1AbCd/">A post</a></figure>'
      await makePost(db, {
        content: `${link}${card}<figure data-block="video" data-shape="upright"><a href="https://www.tiktok.com/@a/video/6718335390845095173">How to</a></figure>`,
      })
    },
    /show videos of TikTok\. A video is loaded only/,
  ],
  [
    'the programs in use',
    {},
    async ({ asOwner }) => asOwner('/api/programs', { json: { name: 'Petal Market', hosts: ['petal.example'] } }),
    /programs and networks that we take part in: Petal Market\./,
  ],
]

test.each(places)('the privacy policy names %s', async (_, choices, change, expected) => {
  const app = await testApp(choices)
  await saveFacts(app)
  await change(app)
  expect((await read(app)).content).toMatch(expected)
})

test('a mail server on this machine, an unused program and a text without videos are not named', async () => {
  const smtp = await startSmtp()
  const app = await testApp({ smtpUrl: smtp.url })
  await saveFacts(app)
  const { content } = await read(app)
  await smtp.close()
  for (const part of ['email is delivered through', 'videos', 'take part in']) expect(content).not.toContain(part)
})

test('the disclosure names who earns and follows gifts, with the day of its last change', async () => {
  const app = await testApp()
  await saveFacts(app)
  await app.asOwner('/api/programs', { json: { name: 'Petal Market', hosts: ['petal.example'] } })
  const before = await read(app, 'affiliate-disclosure')
  expect(before.content).toContain('Linden Skin is run by Rosa &#60;Linden&#62;, who earns these commissions.')
  expect(before.content).toContain('I take part in are Petal Market.')
  app.setNow('2026-04-01T15:00:00.000Z')
  await makeProduct(app.db, { facts: JSON.stringify({ obtained: 'sponsored' }) })
  const { content, lastUpdated } = await read(app, 'affiliate-disclosure')
  expect(content).toContain('3. Work With Brands')
  expect(lastUpdated).toBe('April 1, 2026')
  expect(await versionsOf(app, 'affiliate-disclosure')).toEqual(['2026-03-10-2', '2026-03-10', '2024-06-14'])
})

test('the disclosure does not deny what a newsletter owes to a brand, from the day it is scheduled', async () => {
  const app = await testApp()
  const at = '2026-03-01T10:00:00.000Z'
  const labelled = { label: 'paid-partnership', label_brand: 'Oatwhistle' }
  await makePost(app.db, { kind: 'newsletter', published_at: null, ...labelled })
  const hasDenial = async () => (await read(app, 'affiliate-disclosure')).content.includes('I publish no paid reviews')
  for (const state of ['draft', 'scheduled', 'sent'] as const) {
    await app.db.updateTable('newsletters').set({ state }).execute()
    expect(await hasDenial(), state).toBe(state === 'draft')
  }
  await app.db.updateTable('posts').set({ deleted_at: at }).execute()
  expect(await hasDenial()).toBe(true)
})

test('each text is stored once as a version of its day, and an earlier one is still read', async () => {
  const app = await testApp()
  await saveFacts(app)
  expect(await versionsOf(app)).toEqual(['2024-06-14'])
  expect(await policyVersion(app.db)).toBe('2026-03-10')
  await saveFacts(app)
  expect(await rowsOf(app)).toHaveLength(2)
  await saveFacts(app, { serverCountry: 'Finland' })
  app.setNow('2026-03-20T15:00:00.000Z')
  await saveFacts(app)
  expect(await versionsOf(app)).toEqual(['2026-03-10-2', '2026-03-10', '2024-06-14'])
  const version = async (name: string) => (await app.request(`/api/legal-texts/privacy-policy/versions/${name}`)).json()
  expect(await version('2026-03-10-2')).toMatchObject({
    label: 'March 10, 2026 (2)',
    content: expect.stringContaining('Our servers are in Finland.'),
  })
  expect(await version('2024-06-14')).toMatchObject({ content: expect.stringContaining('US and Canada') })
  // The owner takes her facts back.
  await saveFacts(app, { ownerName: '' })
  expect((await read(app)).lastUpdated).toBe('January 1, 2026')
  expect(await policyVersion(app.db)).toBe('2024-06-14-2')
})

test('a text that changed without a save of the facts is stored when it is shown first, once for all requests at once', async () => {
  const app = await testApp()
  await saveFacts(app)
  app.setNow('2026-04-01T15:00:00.000Z')
  await app.asOwner('/api/settings', { method: 'PUT', json: { brand: 'Linden & Skin' } })
  await Promise.all([read(app), read(app), versionsOf(app), read(app)])
  expect((await read(app)).lastUpdated).toBe('April 1, 2026')
  expect((await rowsOf(app)).map(({ version }) => version)).toEqual(['2024-06-14', '2026-03-10', '2026-04-01'])
})

test('the facts that are saved twice at once make one version', async () => {
  const app = await testApp()
  await Promise.all([saveFacts(app), saveFacts(app), saveFacts(app)])
  expect(await rowsOf(app)).toHaveLength(2)
})

test('the last 200 versions are kept', async () => {
  const app = await testApp()
  await saveFacts(app)
  const row = { page: 'privacy-policy' as const, hash: 'x', title: 'x', content: 'x' }
  const rows = Array.from({ length: 197 }, (_, number) => ({
    ...row,
    version: `old-${number}`,
    created_at: '2026-03-10T15:00:00.000Z',
  }))
  await app.db.insertInto('policy_versions').values(rows).execute()
  await saveFacts(app, { serverCountry: 'Finland' })
  expect(await rowsOf(app)).toHaveLength(200)
  await saveFacts(app)
  const kept = (await rowsOf(app)).map(({ version }) => version)
  expect(kept).toHaveLength(200)
  expect(kept).not.toContain('2024-06-14')
  expect(kept.at(-1)).toBe('2026-03-10-3')
})

test('a page of the owner in place of a policy is stored as its version', async () => {
  const app = await testApp()
  await makePost(app.db, { kind: 'page', slug: 'privacy-policy', title: 'My policy', content: '<p>In my words.</p>' })
  expect(await versionsOf(app)).toEqual(['2024-06-14'])
  const response = await app.request('/api/legal-texts/privacy-policy/versions/2026-03-10')
  expect(await response.json()).toMatchObject({ title: 'My policy', content: expect.stringContaining('In my words.') })
})

test('the imprint is there where the readers expect it or the owner wants it, once name and address are known', async () => {
  const app = await testApp()
  const status = async () => (await app.request('/api/legal-texts/imprint')).status
  const hasImprint = async () =>
    ((await (await app.request('/api/site')).json()) as { hasImprint?: boolean }).hasImprint ?? false
  const cases: [Record<string, string>, number][] = [
    [{ readers: 'us' }, 404],
    [{ readers: 'us', imprint: 'yes' }, 200],
    [{ readers: 'de', imprint: '' }, 200],
    [{ readers: 'de', imprint: 'no' }, 404],
    [{ readers: 'de', imprint: 'yes', ownerName: '' }, 404],
  ]
  expect(await status()).toBe(404)
  for (const [change, expected] of cases) {
    await saveFacts(app, change)
    expect(await status(), JSON.stringify(change)).toBe(expected)
    expect(await hasImprint()).toBe(expected === 200)
    expect((await (await app.request('/sitemap.xml')).text()).includes('/imprint<')).toBe(expected === 200)
  }
  await saveFacts(app, { imprint: 'yes' })
  expect((await read(app, 'imprint')).content).toBe(
    '<p>Responsible for Linden Skin:</p><p>Rosa &#60;Linden&#62;<br>PO Box 12<br>Portland, OR 97201</p>' +
      '<p>Email: <a href="mailto:privacy@linden.example">privacy@linden.example</a></p>',
  )
})
