import { expect, test } from 'vitest'
import { makeCategory, makePost, makeProduct } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { Site } from '../../../contract/accounts/site.ts'
import { defaultMenus, type EditableMenus, type MenuEntry, type MenuTarget } from '../../../contract/content/menus.ts'
import { describeSharedContent, findPublishedTags } from './shared-content.repo.ts'

const entry = (label: string, target: MenuTarget, isHidden = false): MenuEntry => ({ label, target, isHidden })
const address = (href: string): MenuTarget => ({ kind: 'address', href })

async function siteOf({ request }: Pick<TestApp, 'request'>): Promise<Site> {
  return (await (await request('/api/site')).json()) as Site
}

const put = ({ asOwner }: Pick<TestApp, 'asOwner'>, json: unknown, version?: number) =>
  asOwner('/api/menus', {
    method: 'PUT',
    json,
    headers: version === undefined ? {} : { 'if-match': `"${version}"` },
  })

const settings = { aboutText: 'I write about skincare.' }

const headerOf = async (app: TestApp) => (await siteOf(app)).menus?.header?.map(({ href }) => href)

test('the menus begin as the specification has them, and take no byte of a page then', async () => {
  const app = await testApp({ settings })
  const response = await app.asOwner('/api/menus')
  expect(response.headers.get('etag')).toBe('"0"')
  const { menus, version } = (await response.json()) as EditableMenus
  expect(version).toBe(0)
  expect(menus.header.map(({ label }) => label)).toEqual(['Home', 'Blog', 'Shop Products', 'About', 'Contact'])
  expect(menus.quickLinks.map(({ label }) => label)).toEqual(['Home', 'Blog', 'Shop', 'About', 'Contact'])
  expect(menus.legal.map(({ label }) => label)).toEqual(['Privacy Policy', 'Affiliate Disclosure'])
  const site = await siteOf(app)
  expect(site).not.toHaveProperty('menus')
  expect(site).not.toHaveProperty('editedPages')
})

test('saved menus are live at once, without hidden entries; the default ones and what is not changed take no byte', async () => {
  const app = await testApp({ settings })
  const header = [entry('Start', address('/')), entry('Blog', address('/blog'), true), entry('Shop', address('/shop'))]
  const response = await put(app, { ...defaultMenus, header }, 0)
  expect(response.status).toBe(200)
  expect(response.headers.get('etag')).toBe('"1"')
  expect(app.changes()).toBe(1)
  expect((await siteOf(app)).menus).toEqual({
    header: [
      { href: '/', label: 'Start' },
      { href: '/shop', label: 'Shop' },
    ],
  })
  await put(app, defaultMenus, 1)
  expect(await siteOf(app)).not.toHaveProperty('menus')
})

test('an entry follows its target, and is not drawn while the target is gone', async () => {
  const app = await testApp({ settings })
  const page = await makePost(app.db, { kind: 'page', title: 'Start here', slug: 'start-here' })
  const post = await makePost(app.db, { slug: 'a-post' })
  const category = await makeCategory(app.db, { slug: 'sun-care', name: 'Sun care' })
  const product = await makeProduct(app.db, { category: 'Sun creams' })
  const draft = await makePost(app.db, { kind: 'page', slug: 'a-draft', published_at: null })
  await put(app, {
    ...defaultMenus,
    header: [
      entry('Start', { kind: 'page', id: page }),
      entry('Draft', { kind: 'page', id: draft }),
      entry('Post', { kind: 'post', id: post }),
      entry('Sun', { kind: 'category', id: category }),
      entry('Creams', { kind: 'shop-category', name: 'Sun creams' }),
      entry('Elsewhere', address('https://example.com/me')),
    ],
  })
  const all = [
    '/start-here',
    '/blog/a-post',
    '/blog/category/sun-care',
    '/shop?category=Sun+creams',
    'https://example.com/me',
  ]
  expect(await headerOf(app)).toEqual(all)
  const { destinations } = (await (await app.asOwner('/api/menus')).json()) as EditableMenus
  expect(destinations).toContainEqual({ target: { kind: 'page', id: page }, name: 'Start here', href: '/start-here' })
  expect(destinations.map(({ name }) => name)).not.toContain('A draft')

  await app.db.updateTable('posts').set({ slug: 'begin-here' }).where('id', '=', page).execute()
  expect((await headerOf(app))![0]).toBe('/begin-here')
  await app.asOwner(`/api/posts/${page}`, { method: 'DELETE' })
  await app.asOwner(`/api/posts/${post}`, { method: 'DELETE' })
  await app.asOwner(`/api/products/${product}`, { method: 'DELETE' })
  expect(await headerOf(app)).toEqual(['/blog/category/sun-care', 'https://example.com/me'])
  await app.asOwner(`/api/posts/${page}/restore`, { method: 'POST' })
  expect((await headerOf(app))![0]).toBe('/begin-here')
})

test('a scheduled page joins its menu on time', async () => {
  const app = await testApp({ settings })
  const page = await makePost(app.db, { kind: 'page', slug: 'start-here', published_at: '2026-03-10T16:00:00.000Z' })
  await put(app, { ...defaultMenus, header: [entry('Start', { kind: 'page', id: page })] })
  expect(await headerOf(app)).toEqual([])
  app.setNow('2026-03-10T16:00:00.000Z')
  expect(await headerOf(app)).toEqual(['/start-here'])
})

test('what is scheduled for a menu purges every page when it is scheduled, and a CDN when it is public', async () => {
  const app = await testApp()
  const page = await makePost(app.db, { kind: 'page', slug: 'start-here', published_at: null })
  const post = await makePost(app.db, { slug: 'a-post', published_at: '2026-03-10T17:00:00.000Z' })
  await makePost(app.db, { slug: 'another', published_at: '2026-03-10T18:00:00.000Z' })
  await put(app, {
    ...defaultMenus,
    header: [entry('Start', { kind: 'page', id: page }), entry('Post', { kind: 'post', id: post })],
  })
  const before = await describeSharedContent(app.db, '2026-03-10T15:00:00.000Z')
  await app.db.updateTable('posts').set({ published_at: '2026-03-10T16:00:00.000Z' }).where('id', '=', page).execute()
  expect(await describeSharedContent(app.db, '2026-03-10T15:00:00.000Z')).not.toBe(before)
  const tags = (since: string, until: string) =>
    findPublishedTags(app.db, `2026-03-10T${since}:00.000Z`, `2026-03-10T${until}:00.000Z`)
  expect(await tags('15:00', '15:59')).toEqual([])
  expect(await tags('15:59', '16:00')).toEqual(['pages', 'settings'])
  expect(await tags('16:59', '17:00')).toEqual(['posts', 'settings'])
  expect(await tags('17:59', '18:00')).toEqual(['posts'])
})

test('About without text is not in the menus', async () => {
  const app = await testApp({ settings })
  await app.asOwner('/api/settings', { method: 'PUT', json: { aboutText: '  ' } })
  const { menus } = await siteOf(app)
  expect(menus?.header?.map(({ label }) => label)).toEqual(['Home', 'Blog', 'Shop Products', 'Contact'])
  expect(menus?.quickLinks?.map(({ label }) => label)).toEqual(['Home', 'Blog', 'Shop', 'Contact'])
  await makePost(app.db, { kind: 'page', title: 'About me', slug: 'about' })
  expect(await siteOf(app)).toMatchObject({ editedPages: ['about'] })
  expect(await siteOf(app)).not.toHaveProperty('menus')
})

test('Routines are not in the menus while there are none', async () => {
  const app = await testApp({ settings })
  const header = [entry('Routines', address('/routines')), entry('Yours', address('/routines/build'))]
  await put(app, { ...defaultMenus, header }, 0)
  expect(await headerOf(app)).toEqual([])
  const { id } = (await (await app.asOwner('/api/routines', { json: { name: 'Calm' } })).json()) as { id: number }
  expect(app.purged.at(-1)).toEqual(['routines', 'settings'])
  expect(await headerOf(app)).toEqual(['/routines', '/routines/build'])
  await app.asOwner('/api/routines/deactivate', { json: { ids: [id] } })
  expect(await headerOf(app)).toEqual([])
})

test('the footer links ingredients, routines and newsletters while there are some', async () => {
  const app = await testApp({ settings })
  const explored = async () => (await siteOf(app)).explore
  expect(await siteOf(app)).not.toHaveProperty('explore')
  const ids: Record<string, number> = {}
  for (const noun of ['routines', 'ingredients']) {
    const created = await app.asOwner(`/api/${noun}`, { json: { name: 'Glycerin' } })
    ids[noun] = ((await created.json()) as { id: number }).id
    expect(app.purged.at(-1)).toEqual([noun, 'settings'])
  }
  expect(await explored()).toEqual(['ingredients', 'routines'])
  await app.asOwner('/api/ingredients', { json: { name: 'Urea' } })
  expect(app.purged.at(-1)).toEqual(['ingredients'])
  await app.asOwner('/api/ingredients/deactivate', { json: { ids: [ids.ingredients, ids.ingredients! + 1] } })
  expect(app.purged.at(-1)).toEqual(['ingredients', 'settings'])
  await app.asOwner(`/api/routines/${ids.routines}`, { method: 'DELETE' })
  expect(app.purged.at(-1)).toEqual(['routines', 'settings'])
  expect(await siteOf(app)).not.toHaveProperty('explore')
})

test.each([
  [{ header: [entry(' ', address('/'))] }, 'header.0.label', 'Please give the entry a name'],
  [{ header: [entry('x'.repeat(41), address('/'))] }, 'header.0.label', 'Please keep this under 40 characters'],
  [{ legal: [entry('Imprint', address(''))] }, 'legal.0.target.href', 'Please enter an address'],
  [
    { quickLinks: [entry('Me', address('javascript:alert(1)'))] },
    'quickLinks.0.target.href',
    'Please enter an address that begins with https:// or, on this site, with /',
  ],
  [
    { quickLinks: [entry('Me', address('//evil.example'))] },
    'quickLinks.0.target.href',
    'Please enter an address that begins with https:// or, on this site, with /',
  ],
  [
    { header: Array.from({ length: 13 }, (_, i) => entry(`Entry ${i}`, address(`/${i}`))) },
    'header',
    'Please keep this menu to 12 entries at most',
  ],
])('wrong menus are rejected with a sentence', async (change, path, message) => {
  const app = await testApp({ settings })
  const response = await put(app, { ...defaultMenus, ...change })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ message, issues: [{ path, message }] })
  expect(await siteOf(app)).not.toHaveProperty('menus')
})

test('menus based on an outdated version get 409, of two at once one', async () => {
  const app = await testApp({ settings })
  const header = (label: string) => ({ ...defaultMenus, header: [entry(label, address('/'))] })
  expect((await put(app, header('First'), 0)).status).toBe(200)
  const late = await put(app, header('Late'), 0)
  expect(late.status).toBe(409)
  expect(await late.json()).toMatchObject({
    message: 'The menus were changed elsewhere meanwhile',
    current: { version: 1, menus: { header: [{ label: 'First' }] } },
  })
  const both = await Promise.all([put(app, header('A'), 1), put(app, header('B'), 1)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('destinations are found by a part of their name, drafts are not', async () => {
  const { db, asOwner } = await testApp({ settings })
  await makePost(db, { kind: 'page', title: 'Start with sun', slug: 'start-here' })
  await makePost(db, { title: 'Sun after rain', slug: 'sun-after-rain' })
  await makePost(db, { title: 'Sun unwritten', published_at: null })
  await makePost(db, { title: 'Sun template', kind: 'template', published_at: null })
  await makeCategory(db, { name: 'Sun care', slug: 'sun-care' })
  await makeProduct(db, { category: 'Sun creams' })
  await makeProduct(db, { category: '100% oils' })
  const found = async (q: string) =>
    ((await (await asOwner(`/api/menus/destinations?q=${encodeURIComponent(q)}`)).json()) as { href: string }[]).map(
      ({ href }) => href,
    )
  expect(await found('sun')).toEqual([
    '/start-here',
    '/blog/category/sun-care',
    '/shop?category=Sun+creams',
    '/blog/sun-after-rain',
  ])
  expect(await found('%')).toEqual(['/shop?category=100%25+oils'])
  expect(await found('')).toHaveLength(5)
})

test('an invalid stored value counts as the default menus', async () => {
  const app = await testApp({ settings })
  await put(app, { ...defaultMenus, header: [] })
  await app.db.updateTable('settings').set({ value: '{"header":7}' }).where('key', '=', '#menus').execute()
  expect(await siteOf(app)).not.toHaveProperty('menus')
})

test('an invalid stored entry is left out, and the other entries stay', async () => {
  const app = await testApp({ settings })
  const header = [entry('Start', address('/')), entry('\u200b', address('/blog')), entry('Shop', address('/shop'))]
  const value = JSON.stringify({ ...defaultMenus, header, showsCategories: false })
  await put(app, defaultMenus)
  await app.db.updateTable('settings').set({ value }).where('key', '=', '#menus').execute()
  const { menus } = (await (await app.asOwner('/api/menus')).json()) as EditableMenus
  expect(menus).toEqual({ ...defaultMenus, header: [header[0], header[2]], showsCategories: false })
  expect(await headerOf(app)).toEqual(['/', '/shop'])
  expect((await put(app, menus, 1)).status).toBe(200)
})

test('a write purges every page only where it changes what every page shows', async () => {
  const app = await testApp({ settings })
  const json = { title: 'Start here', slug: 'start-here', content: `<p>${'A calm beginning. '.repeat(5)}</p>` }
  const publishedAt = '2026-03-01T12:00:00.000Z'
  const created = await app.asOwner('/api/pages', { json: { ...json, publishedAt } })
  const { id } = (await created.json()) as { id: number }
  const save = (over: object) =>
    app.asOwner(`/api/pages/${id}`, { method: 'PUT', json: { ...json, publishedAt, ...over } })
  await save({ slug: 'begin' })
  expect(app.purged).toEqual([['pages'], ['pages']])

  await put(app, { ...defaultMenus, header: [entry('Start', { kind: 'page', id })] })
  app.purged.length = 0
  await save({ slug: 'begin', title: 'Another title' })
  expect(app.purged.splice(0)).toEqual([['pages']])
  await save({ slug: 'begin-here' })
  expect(app.purged.splice(0)).toEqual([['pages', 'settings']])
  await app.asOwner(`/api/posts/${id}`, { method: 'DELETE' })
  expect(app.purged.splice(0)).toEqual([['posts', 'pages', 'settings']])
  await app.asOwner(`/api/posts/${id}/restore`, { method: 'POST' })
  expect(app.purged.splice(0)).toEqual([['posts', 'pages', 'settings']])
  await app.asOwner(`/api/posts/${id}/keep-as-draft`, { method: 'PUT', json })
  expect(app.purged.splice(0)).toEqual([['posts', 'pages', 'settings']])

  await app.asOwner('/api/pages', { json: { ...json, title: 'About Me', slug: 'about', publishedAt } })
  expect(app.purged.splice(0)).toEqual([['pages', 'settings']])
})
