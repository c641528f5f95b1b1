import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import type { NewsletterPreview, NewsletterSummary } from '../../src/contract/audience/newsletters.ts'
import { createOwner } from './visitor.ts'

test('a newsletter is complete while its pictures are not loaded', async () => {
  const owner = await createOwner()
  const found = (await (await owner.fetch('/api/newsletters?limit=100')).json()) as NewsletterSummary[]
  const { id } = found.find(({ slug }) => slug === 'first-week-of-a-simple-routine')!
  const response = await owner.fetch(`/api/newsletters/${id}/preview`)
  expect(response.status).toBe(200)
  const { html } = (await response.json()) as NewsletterPreview
  const images = [...new JSDOM(html).window.document.querySelectorAll('img')]
  expect(images.length).toBeGreaterThan(1)
  for (const image of images) {
    expect(image.getAttribute('alt'), image.outerHTML).toMatch(/\S/)
    expect(image.getAttribute('width'), image.outerHTML).toMatch(/^\d+$/)
  }
})
