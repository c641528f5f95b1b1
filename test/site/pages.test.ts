import { expect, test } from 'vitest'
import { deleteFixturePost } from './fixture-posts.ts'
import { createOwner, createVisitor } from './visitor.ts'

test('a page has a canonical address, its title as the heading, its text and structured data', async () => {
  const owner = await createOwner()
  const slug = `start-here-${Math.random().toString(36).slice(2, 10)}`
  const text = 'Three products, two minutes, every day: this is where a calm routine begins.'
  const created = await owner.fetch('/api/pages', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      title: 'Start here, please',
      slug,
      content: `<p>${text}</p>`,
      publishedAt: '2001-02-03T12:00:00.000Z',
    }),
  })
  expect(created.status, await created.clone().text()).toBe(201)
  const page = (await created.json()) as { id: number }
  const { document } = await createVisitor().open(`/${slug}`)
  expect(document.querySelector('h1')!.textContent).toBe('Start here, please')
  expect(document.querySelector('main')!.textContent).toContain(text)
  expect(document.querySelector('link[rel=canonical]')!.getAttribute('href')).toMatch(new RegExp(`/${slug}$`))
  const data = [...document.querySelectorAll('script[type="application/ld+json"]')].map(
    (script) => (JSON.parse(script.textContent) as { '@type': string })['@type'],
  )
  expect(data).toEqual(['WebPage', 'BreadcrumbList'])
  await deleteFixturePost(owner, page)
})
