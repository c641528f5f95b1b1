import { expect, test } from 'vitest'
import { attributesOf } from './elements.ts'
import { createVisitor } from './visitor.ts'

for (const [path, label, count] of [
  ['/', /^Shop Now/, 4],
  ['/shop', /^(?:Shop Now|View on Amazon)/, 24],
  ['/search?q=sunscreen', /^(?:Buy now|View on Amazon)/, undefined],
] as const) {
  test(`2 Affiliate links: on ${path} they open in a new tab with no opener and are marked as sponsored`, async () => {
    const { document } = await createVisitor().open(path)
    const links = [...document.querySelectorAll('main a')].filter((link) => label.test(link.textContent))
    expect(links.length).toBeGreaterThan(0)
    if (count) expect(links).toHaveLength(count)
    expect(new Set(attributesOf(links, 'target'))).toEqual(new Set(['_blank']))
    for (const href of attributesOf(links, 'href')) expect(href).toMatch(/^https:\/\/[a-z]+\.example\//)
    for (const rel of attributesOf(links, 'rel'))
      expect(rel!.split(' ')).toEqual(expect.arrayContaining(['noopener', 'sponsored', 'nofollow']))
  })
}
