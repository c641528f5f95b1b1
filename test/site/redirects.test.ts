import { expect, test } from 'vitest'
import { createFixturePost, deleteFixturePost, saveFixturePost } from './fixture-posts.ts'
import { openIsolatedSite } from './isolated-site.ts'
import { createVisitor } from './visitor.ts'

/** A post of today stands first in lists that other files check. */
const site = openIsolatedSite()

const get = (path: string) => createVisitor().fetch(`${site.origin}${path}`, { redirect: 'manual' })

test('a post that moved is found by its old address: 301 to the new one, in one step', async () => {
  const { owner, origin } = site
  const first = await createFixturePost(owner, {}, origin)
  const second = await saveFixturePost(owner, first, { slug: `${first.slug}-second` }, origin)
  const third = await saveFixturePost(owner, second, { slug: `${first.slug}-third` }, origin)
  for (const { slug } of [first, second]) {
    const { status, headers } = await get(`/blog/${slug}`)
    expect(status).toBe(301)
    expect(headers.get('location')).toBe(`/blog/${third.slug}`)
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=10, must-revalidate')
  }
  const tagged = await get(`/blog/${first.slug}?utm_source=newsletter&utm_medium=email`)
  expect(tagged.headers.get('location')).toBe(`/blog/${third.slug}?utm_source=newsletter&utm_medium=email`)
  const page = await createVisitor().open(`${origin}/blog/${first.slug}`)
  expect(page.url).toBe(`${origin}/blog/${third.slug}`)
  expect(page.document.querySelector('h1')!.textContent).toBe(first.title)

  // Moved back to its first URL, the other one redirects there, without a loop.
  const back = await saveFixturePost(owner, third, { slug: first.slug }, origin)
  expect((await get(`/blog/${first.slug}`)).status).toBe(200)
  expect((await get(`/blog/${third.slug}`)).headers.get('location')).toBe(`/blog/${first.slug}`)

  // A draft has no public URL.
  await saveFixturePost(owner, back, { publishedAt: null }, origin)
  for (const { slug } of [first, second, third]) expect((await get(`/blog/${slug}`)).status).toBe(404)
  await deleteFixturePost(owner, first, origin)
})

test('a scheduled post appears on time, despite cached pages', async () => {
  const { owner, origin } = site
  const post = await createFixturePost(owner, { publishedAt: null }, origin)
  const isThere = async () => (await get(`/blog/${post.slug}`)).status
  const isInFeed = async () => (await (await get('/api/posts?limit=1')).text()).includes(post.slug)
  // The page cache was filled before the post had a date.
  expect([await isThere(), await isInFeed()]).toEqual([404, false])
  const soon = new Date(Date.now() + 3000)
  await saveFixturePost(owner, post, { publishedAt: soon.toISOString() }, origin)
  expect([await isThere(), await isInFeed()]).toEqual([404, false])
  await expect.poll(isThere).toBe(200)
  expect(Date.now()).toBeGreaterThanOrEqual(soon.getTime())
  expect(await isInFeed()).toBe(true)
  await deleteFixturePost(owner, post, origin)
  expect([await isThere(), await isInFeed()]).toEqual([404, false])
})
