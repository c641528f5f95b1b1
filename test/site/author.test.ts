import { afterAll, beforeAll, expect, test } from 'vitest'
import { type IsolatedSite, startIsolatedSite } from '../browser/isolated-site.ts'
import { owner } from '../demo-owner.ts'
import { freePort } from '../postgres.ts'
import { structuredDataOf, textOf, textsOf } from './elements.ts'
import { sendJson } from './send-json.ts'
import { createVisitor, type SitePage, type Visitor } from './visitor.ts'

// The author stands in every article of a site, so this one has its own.
let site: IsolatedSite
let visitor: Visitor
beforeAll(async () => {
  site = await startIsolatedSite(await freePort())
  visitor = createVisitor()
  expect((await send('POST', '/api/auth/login', owner)).status).toBe(200)
})
afterAll(() => site.stop())

test('the author stands above and below each article and in its structured data, once the settings name her', async () => {
  const images = (await (await visitor.fetch(`${site.origin}/api/images`)).json()) as { url: string }[]
  const links = ['https://social.example/@mara', 'https://pictures.example/mara']
  const save = async (author: Record<string, string>) =>
    expect((await send('PUT', '/api/settings', author)).status).toBe(200)
  const none = { authorName: '', authorBio: '', authorImage: '', authorLinks: '' }
  await save(none)
  expect((await openArticle()).document.querySelectorAll('.byline, .author-box')).toHaveLength(0)
  await save({
    authorName: 'Mara Vale',
    authorBio: 'Writes slowly.',
    authorImage: images[0]!.url,
    authorLinks: `${links[0]}\n\n  ${links[1]}`,
  })
  const named = await openArticle()
  expect(textsOf(named.document.querySelectorAll('.byline'))).toEqual(['By Mara Vale'])
  const box = named.screen.getByRole('region', { name: 'Mara Vale' })
  expect(textOf(box)).toContain('Writes slowly.')
  expect(box.querySelector('li a')!.getAttribute('href')).toBe(links[0])
  expect(authorOf(named)).toMatchObject({ '@type': 'Person', name: 'Mara Vale', sameAs: links })
  await save(none)
  expect(authorOf(await openArticle())).toMatchObject({ '@type': 'Organization' })
})

const openArticle = () => visitor.open(`${site.origin}/blog/retinol-for-beginners`)

const send = (method: 'POST' | 'PUT', path: string, data: object) => sendJson(visitor, method, site.origin + path, data)

function authorOf({ document }: SitePage): unknown {
  const article = structuredDataOf(document).find((data) => data['@type'] === 'Article')!
  expect(article.dateModified).toMatch(/^\d{4}-/)
  return article.author
}

test('the language of the settings is that of the page, its dates and its data, and the admin stays English', async () => {
  const region = async (language: string) => expect((await send('PUT', '/api/settings', { language })).status).toBe(200)
  const before = await openArticle()
  expect(before.document.documentElement.lang).toBe('en')
  expect(before.document.querySelector('meta[property="og:locale"]')).toBeNull()
  await region('de')
  const german = await openArticle()
  expect(german.document.documentElement.lang).toBe('de')
  expect(german.document.querySelector('meta[property="og:locale"]')!.getAttribute('content')).toBe('de_DE')
  expect(structuredDataOf(german.document)).toContainEqual(expect.objectContaining({ inLanguage: 'de' }))
  expect(textOf(german.document.querySelector('article time')!)).toMatch(/^\d+\. \p{L}+ 20\d\d$/u)
  expect((await visitor.open(`${site.origin}/login`)).document.documentElement.lang).toBe('en')
  await region('en')
  expect(textOf((await openArticle()).document.querySelector('article time')!)).toMatch(/^[A-Z][a-z]+ \d+, 20\d\d$/)
})
