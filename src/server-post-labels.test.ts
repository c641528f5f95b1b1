import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { makeCategory, makePost } from '../test/factories.ts'
import { testSite } from '../test/test-site.ts'

const sentAt = '2026-03-01T10:00:00.000Z'
const brand = 'Oatwhistle'
const kicker = `Ad · Paid partnership with ${brand}`

async function openSite() {
  return testSite({
    rows: async (db) => {
      const category_id = await makeCategory(db, { slug: 'care', name: 'Care' })
      const labelled = { label: 'paid-partnership', label_brand: brand }
      const post = { category_id, is_featured: true, ...labelled }
      await makePost(db, { slug: 'first', title: 'Zqlabel first', ...post, published_at: '2026-01-01T12:00:00.000Z' })
      await makePost(db, { slug: 'second', title: 'Zqlabel second', ...post, published_at: '2026-01-02T12:00:00.000Z' })
      await makePost(db, { slug: 'a-page', title: 'Zqlabel page', kind: 'page', ...labelled })
      const letter = await makePost(db, { kind: 'newsletter', slug: 'a-letter', ...labelled })
      const sent = { sent_subject: 'Zqlabel letter', sent_preview: '', sent_content: '<p>Three steps.</p>' }
      await db
        .updateTable('newsletters')
        .set({ state: 'sent', has_page: true, started_at: sentAt, ...sent })
        .where('post_id', '=', letter)
        .execute()
    },
  })
}

const bodyOf = async (site: Awaited<ReturnType<typeof openSite>>, path: string) => {
  const response = await site.get(path)
  expect(response.status, path).toBe(200)
  return new JSDOM(await response.text()).window.document
}

test('a label stands above the title of an article, a page and a newsletter, before every link of it', async () => {
  const site = await openSite()
  for (const path of ['/blog/first', '/a-page', '/letters/a-letter']) {
    const document = await bodyOf(site, path)
    const article = document.querySelector('article')!
    const line = article.querySelector('.label-line')!
    expect(line.textContent, path).toBe(kicker)
    const head = article.querySelector('h1')!.parentElement!
    for (const part of head.querySelectorAll('a, h1')) expect(isBefore(line, part)).toBe(true)
    expect(article.textContent).toContain(`${brand} paid me for this article.`)
    expect(document.querySelector('meta[property="og:title"]')!.getAttribute('content')).not.toContain('Ad')
  }
  const document = await bodyOf(site, '/blog/first')
  const pin = document.querySelector('[href*="pinterest.com/pin/create"]')!.getAttribute('href')!
  expect(new URL(pin).searchParams.get('description')).toBe(`${kicker}: Zqlabel first`)
  const shared = document.querySelector('[href*="x.com/intent"]')!.getAttribute('href')!
  expect(new URL(shared).searchParams.get('text')).toBe(`${kicker}: Zqlabel first`)
  const data = [...document.querySelectorAll('script[type="application/ld+json"]')].map((script) => script.textContent)
  expect(data.join('')).toContain(`"sponsor":{"@type":"Organization","name":"${brand}"}`)
})

test('a label stands on each card before the link of its title', async () => {
  const site = await openSite()
  for (const path of ['/', '/blog', '/blog?category=care', '/search?q=zqlabel', '/blog/second', '/letters']) {
    const document = await bodyOf(site, path)
    const links = [...document.querySelectorAll('main a')].filter(
      (link) =>
        /^Zqlabel/.test(link.textContent) &&
        link.closest('[aria-hidden="true"]') === null &&
        /^\/(?:blog|letters)\/|^\/a-page/.test(link.getAttribute('href') ?? ''),
    )
    expect(links.length, path).toBeGreaterThan(0)
    for (const link of links) {
      const card = link.closest('article, li, section')!
      const line = card.querySelector('.label-line')
      expect(line?.textContent, `${path}: ${card.outerHTML}`).toBe(kicker)
      expect(isBefore(line!, link), path).toBe(true)
    }
  }
})

function isBefore(one: Element, other: Element): boolean {
  return (one.compareDocumentPosition(other) & 4) !== 0
}
