import pino from 'pino'
import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { Rule } from '../../../contract/app/rules.ts'
import { type BackupList, backupsBefore } from '../../../contract/platform/backups.ts'
import type { LinkReason } from '../../../contract/shop/links.ts'
import { recordDemoRows } from '../demo/demo-rows.repo.ts'
import { recognisePrograms } from '../recognise-programs.ts'
import { listRules } from './list-rules.ts'

async function readRules({ asOwner }: TestApp): Promise<Map<string, Rule>> {
  const response = await asOwner('/api/rules')
  expect(response.status).toBe(200)
  return new Map(((await response.json()) as Rule[]).map((rule) => [`${rule.group}/${rule.key}`, rule]))
}

const now = '2026-03-10T15:00:00.000Z'

const save = ({ asOwner }: TestApp, settings: Record<string, string>) =>
  asOwner('/api/settings', { method: 'PUT', json: settings })

const facts = {
  ownerName: 'Rosa Linden',
  postalAddress: 'PO Box 12\nPortland, OR 97201',
  serverCountry: 'Germany',
  processors: 'Fernhost, Germany: servers',
  authority: 'Oregon Department of Justice',
  children: 'no',
  readers: 'us',
}

test('the facts that only the owner knows need her until they are filled in, and the overview counts them', async () => {
  const app = await testApp()
  const before = await readRules(app)
  expect(before.get('mail/sender-address')).toMatchObject({
    state: 'needs-you',
    detail: 'Until you enter your name and your postal address, no newsletter is sent.',
    fix: { href: '/admin/settings/facts' },
  })
  expect(before.get('pages/facts')?.state).toBe('needs-you')
  const open = [...before.values()].filter(({ state }) => state === 'needs-you')
  expect(await (await app.asOwner('/api/overview')).json()).toMatchObject({
    rules: { broken: 0, needsYou: open.length },
  })
  await save(app, { postalAddress: facts.postalAddress })
  expect((await readRules(app)).get('mail/sender-address')?.detail).toBe(
    'Until you enter your name, no newsletter is sent.',
  )
  await save(app, facts)
  const after = await readRules(app)
  expect([...after.values()].filter(({ state }) => state !== 'kept')).toEqual([])
  expect(await (await app.asOwner('/api/overview')).json()).toMatchObject({ rules: { broken: 0, needsYou: 0 } })
})

test('the name of Amazon in the domain or in an account name breaks its rule', async () => {
  const app = await testApp()
  await save(app, { instagram: 'https://instagram.com/my.amazon.finds', pinterest: 'https://pinterest.com/rosa' })
  expect((await readRules(app)).get('programs/amazon-name')).toMatchObject({
    state: 'broken',
    detail: 'It is in your account at Instagram. Amazon can close an account for that.',
    places: [{ label: 'Instagram', href: '/admin/settings/contact' }],
  })
  const options = { log: pino({ level: 'silent' }), origin: 'https://best-amazon-finds.example', backups: app.backups }
  const named = await listRules(app.db, options, '2026-03-10T15:00:00.000Z')
  expect(named.find(({ key }) => key === 'amazon-name')?.detail).toContain('the domain of the site and your account')
})

test('an active subscriber without a recorded consent needs the owner, one who has left does not', async () => {
  const app = await testApp()
  const subscriber = { created_at: '2026-03-01T12:00:00.000Z', unsubscribe_token: 'a' }
  await app.db
    .insertInto('subscribers')
    .values([
      { ...subscriber, email: 'ann@example.com', is_active: true },
      { ...subscriber, email: 'bob@example.com', is_active: false, unsubscribe_token: 'b' },
    ])
    .execute()
  expect((await readRules(app)).get('mail/consent')).toMatchObject({
    state: 'needs-you',
    detail: expect.stringMatching(/^1 active subscriber has no record/),
  })
})

test('facts that the demo has filled in need the owner until she changes them', async () => {
  const app = await testApp()
  await save(app, facts)
  await recordDemoRows(app.db, 'settings', ['ownerName'])
  expect((await readRules(app)).get('pages/demo-facts')).toMatchObject({
    state: 'needs-you',
    detail: 'Still as in the demo: Your name or that of your business.',
  })
  await save(app, { ownerName: 'Mara Linden' })
  expect((await readRules(app)).get('pages/demo-facts')?.state).toBe('kept')
})

test('a retention job that has failed breaks the promise of deletion, with its reason', async () => {
  const app = await testApp()
  expect((await readRules(app)).get('data/retention')?.state).toBe('kept')
  const job = { name: 'tidy-up', next_at: '2026-03-11T03:00:00.000Z', is_asked: false, attempts: 1 }
  await app.db
    .insertInto('jobs')
    .values({ ...job, last_error: 'The disk is full.' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ last_error: 'The disk is full.' }))
    .execute()
  expect((await readRules(app)).get('data/retention')).toMatchObject({
    state: 'broken',
    detail: 'Clean-up failed: The disk is full.',
    fix: { href: '/admin/settings/jobs' },
  })
})

test('a typed price of a product of Amazon is hidden, and one in a public text next to its link breaks the rule', async () => {
  const app = await testApp()
  const link = 'https://amzn.to/3xYz'
  await makeProduct(app.db, { affiliate_link: link, price_minor: 2499 })
  const content = `<p>I paid $24.99 for <a href="${link}">this cream</a>.</p>`
  const id = await makePost(app.db, { title: 'My cream', content })
  await makePost(app.db, { title: 'A draft', content, published_at: null })
  await makePost(app.db, { title: 'Elsewhere', content: content.replace(link, 'https://shop.example/cream') })
  const rules = await readRules(app)
  expect(rules.get('programs/sentence')?.detail).toContain('As an Amazon Associate I earn from qualifying purchases.')
  expect(rules.get('programs/prices')).toMatchObject({ state: 'kept', detail: expect.stringMatching(/^1 product has/) })
  expect(rules.get('programs/text-prices')).toMatchObject({
    state: 'broken',
    detail: '1 text states one.',
    places: [{ label: 'My cream: $24.99', href: `/admin/posts/${id}` }],
  })
})

test('the editor says of a post, as it is typed, which rules it would break', async () => {
  const app = await testApp()
  const faultsOf = async (id: number) => (await app.asOwner(`/api/posts/${id}/rules`)).json()
  const id = await makePost(app.db, { content: '<p>Fine.</p>' })
  expect(await faultsOf(id)).toEqual([])
  const content = '<p>From $9 to 12 EUR: <a href="https://www.amazon.de/dp/B0?tag=me-21">a cream</a></p>'
  const typed = await app.asOwner(`/api/posts/${id}/draft`, { method: 'PUT', json: { content } })
  expect(typed.status).toBe(200)
  expect(await faultsOf(id)).toEqual([
    {
      text: '“$9”, “12 EUR” stand next to a link to Amazon, whose program allows no typed prices. Please leave them out.',
      fix: null,
    },
  ])
  expect((await app.asOwner('/api/posts/999/rules')).status).toBe(404)
})

test('programs whose rules were read more than a year ago need the owner', async () => {
  const app = await testApp()
  const program = { name: 'Fernhill', hosts: ['fernhill.example'], rulesReadOn: '2025-01-31' }
  expect((await app.asOwner('/api/programs', { json: program })).status).toBe(201)
  expect((await readRules(app)).get('programs/rules-read')).toMatchObject({
    state: 'needs-you',
    places: [{ label: 'Fernhill', href: '/admin/programs' }],
  })
})

test('an own privacy policy cannot be checked', async () => {
  const app = await testApp()
  await save(app, facts)
  expect((await readRules(app)).get('pages/facts')?.state).toBe('kept')
  await makePost(app.db, { kind: 'page', slug: 'privacy-policy' })
  expect((await readRules(app)).get('pages/facts')?.state).toBe('unknown')
})

test('a program with links needs the owner until she enters what it says about links in mails', async () => {
  const app = await testApp()
  await makeProduct(app.db, {
    affiliate_link: 'https://www.awin1.com/cread.php?awinmid=7&awinaffid=1&ued=https%3A%2F%2Ffern.example',
  })
  await recognisePrograms(app.db, { now, signal: new AbortController().signal, onChange: async () => {} })
  const { state, places } = (await readRules(app)).get('programs/mail-links')!
  expect([state, places]).toEqual(['needs-you', [{ label: expect.stringContaining('fern'), href: '/admin/programs' }]])
  await app.db.updateTable('programs').set({ mail_answer: 'allowed' }).execute()
  expect((await readRules(app)).get('programs/mail-links')?.state).toBe('kept')
})

test('links without a tag and those of a closed network need the owner, the first ten by name', async () => {
  const app = await testApp()
  const link = (at: number, reason: LinkReason) => ({
    url_hash: `${reason} ${at}`,
    url: `https://www.amazon.com/dp/B0${at}`,
    host: 'www.amazon.com',
    state: 'tag-lost' as const,
    reason,
    created_at: '2026-03-01T12:00:00.000Z',
  })
  const numbers = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]
  await app.db
    .insertInto('links')
    .values([
      ...numbers.map((at) => link(at, 'no-tag')),
      { ...link(1, 'no-tag'), acknowledged_at: '2026-03-02T12:00:00.000Z' },
      { ...link(2, 'no-tag'), unused_since: '2026-03-02T12:00:00.000Z' },
      link(3, 'closed-network'),
    ])
    .execute()
  const post = await makePost(app.db)
  const used = await app.db.selectFrom('links').select('id').where('unused_since', 'is', null).execute()
  const uses = used.map(({ id }) => ({ link_id: id, kind: 'post' as const, ref_id: post, place: 'text' as const }))
  await app.db.insertInto('link_uses').values(uses).execute()
  const rules = await readRules(app)
  expect(rules.get('programs/missing-tag')).toMatchObject({
    state: 'needs-you',
    detail: '12 links carry no tag of yours.',
    more: 2,
  })
  expect(rules.get('programs/missing-tag')?.places.map(({ label }) => label)).toEqual(
    numbers.slice(0, 10).map((at) => `https://www.amazon.com/dp/B0${at}`),
  )
  expect(rules.get('programs/closed-network')?.detail).toBe('1 link leads to ShareASale.')
})

test('articles that show a gift without a label of their own are named', async () => {
  const app = await testApp()
  const gift = await makeProduct(app.db, { facts: JSON.stringify({ obtained: 'gifted' }) })
  const content = `<div data-product-id="${gift}"></div>`
  const [open, labelled] = [
    await makePost(app.db, { title: 'Open', content }),
    await makePost(app.db, { content, label: 'gifted' }),
  ]
  await app.db
    .insertInto('post_references')
    .values([open, labelled].map((post_id) => ({ post_id, kind: 'product' as const, ref_id: gift })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  expect((await readRules(app)).get('labels/post-labels')).toMatchObject({
    state: 'kept',
    detail: expect.stringMatching(/^1 article without a label opens with a sentence/),
    places: [{ label: 'Open', href: `/admin/posts/${open}` }],
  })
})

test('an own disclosure page cannot be checked once a product is marked as a gift', async () => {
  const app = await testApp()
  const stateOf = async () => (await readRules(app)).get('labels/disclosure-page')?.state
  await makePost(app.db, { kind: 'page', slug: 'affiliate-disclosure' })
  expect(await stateOf()).toBe('kept')
  await makeProduct(app.db, { facts: JSON.stringify({ obtained: 'gifted' }) })
  expect(await stateOf()).toBe('unknown')
  await app.db.deleteFrom('posts').execute()
  expect(await stateOf()).toBe('kept')
})

test('a rule whose check fails is named as such, and the others are there', async () => {
  const app = await testApp()
  await app.db.schema.alterTable('consents').renameTo('elsewhere').execute()
  const rules = await readRules(app)
  expect(rules.get('mail/consent')?.state).toBe('unknown')
  expect(rules.get('mail/unsubscribe')?.state).toBe('kept')
  expect(app.logged.join()).toContain('a rule could not be checked')
})

test('every rule has a sentence about its source and leads to the admin', async () => {
  for (const { why, detail, places, fix } of (await readRules(await testApp())).values()) {
    expect(why).toMatch(/^[A-Z].*\.$/)
    expect(detail).toMatch(/^[A-Z].*\.$/)
    for (const { href } of [...places, ...(fix ? [fix] : [])]) expect(href).toMatch(/^\/admin\//)
  }
})

test('a backup made by hand before an erasure waits for the owner, in the rules and in the list of backups', async () => {
  const app = await testApp()
  const make = (at: string, kind: 'manual' | 'nightly') => app.backups.make({ now: new Date(at), kind })
  await make('2026-03-01T10:00:00.000Z', 'manual')
  await make('2026-03-02T10:00:00.000Z', 'nightly')
  expect((await readRules(app)).get('data/old-backups')?.state).toBe('kept')
  await app.asOwner('/api/personal-data/erase', { json: { email: 'ann@mail.example' } })
  await make('2026-03-10T16:00:00.000Z', 'manual')
  expect((await readRules(app)).get('data/old-backups')).toMatchObject({
    state: 'needs-you',
    detail: expect.stringContaining('1 backup made by hand or before an upgrade is older than the last erasure.'),
    fix: { href: '/admin/settings/backups' },
  })
  const { backups, lastErasure } = (await (await app.asOwner('/api/backups')).json()) as BackupList
  expect(lastErasure).toBe('2026-03-10T15:00:00.000Z')
  const [old] = backupsBefore(lastErasure, backups)
  await app.asOwner(`/api/backups/${old?.name}`, { method: 'DELETE' })
  expect((await readRules(app)).get('data/old-backups')?.state).toBe('kept')
})

test('German readers find an imprint, unless the owner has switched it off without one of her own', async () => {
  const app = await testApp()
  const stateOf = async () => (await readRules(app)).get('pages/imprint')?.state
  expect(await stateOf()).toBe('kept')
  await save(app, { readers: 'de' })
  expect(await stateOf()).toBe('needs-you')
  await save(app, { ...facts, readers: 'de' })
  expect(await stateOf()).toBe('kept')
  await save(app, { imprint: 'no' })
  expect(await stateOf()).toBe('needs-you')
  await makePost(app.db, { kind: 'page', slug: 'imprint' })
  expect(await stateOf()).toBe('unknown')
})

test('no check judges a policy that the owner wrote', async () => {
  const app = await testApp()
  await makePost(app.db, { kind: 'page', slug: 'privacy-policy' })
  expect((await readRules(app)).get('pages/facts')?.state).toBe('unknown')
})
