import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../../test/test-app.ts'
import type { Post } from '../../../../contract/content/posts.ts'
import type { LinkHosts } from '../../../../contract/shop/link-hosts.ts'
import type { Program } from '../../../../contract/shop/programs.ts'

const link = 'https://www.brand.example/cream?aff=12'

async function contentOf({ request }: TestApp, slug = 'links'): Promise<string> {
  return ((await (await request(`/api/posts/${slug}`)).json()) as Post).content
}

const answer = ({ asOwner }: TestApp, host: string, earns: boolean) =>
  asOwner('/api/programs/hosts', { json: { host, earns } })

const hostsOf = async ({ asOwner }: TestApp) => (await (await asOwner('/api/programs/hosts')).json()) as LinkHosts

test('a link like an affiliate link is marked until the owner says that it earns nothing', async () => {
  const app = await testApp()
  await makePost(app.db, {
    slug: 'links',
    content: `<p><a href="${link}">Cream</a> <a href="https://brand.example/about">About</a></p>`,
  })
  const marked = `<a href="${link}" target="_blank" rel="sponsored nofollow noopener" data-affiliate="post-text">Cream</a>`
  expect(await contentOf(app)).toContain(marked)
  expect(await contentOf(app)).toContain('data-part="disclosure"')
  expect(await contentOf(app)).toContain('<a href="https://brand.example/about">')
  expect(await (await app.request('/feed.xml')).text()).toContain('sponsored nofollow noopener')

  expect((await answer(app, 'brand.example', false)).status).toBe(200)
  expect(app.purged.at(-1)).toEqual(expect.arrayContaining(['posts', 'pages']))
  expect(await contentOf(app)).toContain(`<a href="${link}">Cream</a>`)
  expect(await contentOf(app)).not.toContain('data-part="disclosure"')
  expect(await hostsOf(app)).toEqual({ earning: [], unpaid: ['brand.example'] })
  // Sent twice, it says the same.
  expect((await answer(app, 'brand.example', false)).status).toBe(200)
  expect((await hostsOf(app)).unpaid).toEqual(['brand.example'])

  expect((await app.asOwner('/api/programs/hosts/brand.example', { method: 'DELETE' })).status).toBe(200)
  expect((await app.asOwner('/api/programs/hosts/brand.example', { method: 'DELETE' })).status).toBe(404)
  expect(await contentOf(app)).toContain(marked)
})

test('a host that earns is a program, whose links are all affiliate links', async () => {
  const app = await testApp()
  await makePost(app.db, { slug: 'links', content: '<p><a href="https://brand.example/about">About</a></p>' })
  for (let times = 0; times < 2; times++) expect((await answer(app, 'brand.example', true)).status).toBe(200)
  expect(await (await app.asOwner('/api/programs')).json()).toMatchObject([
    { name: 'brand.example', hosts: ['brand.example'], network: 'generic', isEdited: true } satisfies Partial<Program>,
  ])
  expect(await contentOf(app)).toContain('rel="sponsored nofollow noopener"')
  expect(await hostsOf(app)).toEqual({ earning: ['brand.example'], unpaid: [] })
  const refused = await answer(app, 'brand.example', false)
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ message: 'One of your programs says that links to brand.example earn.' })
  expect((await answer(app, 'not a host', true)).status).toBe(400)
})

test('the host of a product needs no statement', async () => {
  const app = await testApp()
  await makeProduct(app.db, { affiliate_link: 'https://www.shop.example/cream' })
  expect((await hostsOf(app)).earning).toEqual(['shop.example'])
})

test('links of creator networks are affiliate links without a program', async () => {
  const app = await testApp()
  const hosts = [
    ...['rstyle.me', 'liketk.it', 'www.shopltk.com', 'go.shopmy.us', 'shopmy.us', 'howl.link', 'prf.hn', 'geni.us'],
    ...['track.flexlinkspro.com', 'clk.tradedoubler.com'],
  ]
  await makePost(app.db, {
    slug: 'links',
    content: `<p>${hosts.map((host) => `<a href="https://${host}/x">x</a>`).join(' ')}</p>`,
  })
  const content = await contentOf(app)
  for (const host of hosts)
    expect(content).toContain(`<a href="https://${host}/x" target="_blank" rel="sponsored nofollow noopener"`)
  expect(content).toContain('data-part="disclosure"')
})
