import { expect, test } from 'vitest'
import { attributesOf } from './elements.ts'
import { createVisitor } from './visitor.ts'

test('15 Accessibility: images of content have a text, and decoration has none', async () => {
  for (const path of ['/', '/blog/retinol-for-beginners', '/shop', '/about']) {
    const { document } = await createVisitor().open(path)
    const texts = attributesOf(document.querySelectorAll('picture img'), 'alt')
    expect(texts.length, path).toBeGreaterThan(0)
    expect(texts).not.toContain(null)
    for (const text of texts) expect(text).not.toMatch(/\.(?:jpe?g|png|webp|avif)|^image of/i)
  }
})
