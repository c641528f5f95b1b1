import { expect, test } from 'vitest'
import { pagesChunk, sharedChunk } from '../scripts/vite-chunks.ts'

/** Who imports a module; `routes` and `admin` load theirs on demand. */
const importers: Record<string, string[]> = {
  'web/ui/picture.tsx': ['web/site/blog/blog-page.tsx', 'web/site/home/home-page.tsx', 'web/site/shop/card.tsx'],
  'web/ui/rare.tsx': ['web/site/blog/blog-page.tsx', 'web/site/home/home-page.tsx'],
  'web/lib/router.tsx': ['web/client.tsx'],
  'web/site/shop/card.tsx': ['web/site/shop/shop-page.tsx', 'web/site/shop/product-page.tsx'],
  'web/site/shop/filters.tsx': ['web/site/shop/shop-page.tsx'],
  'contract/shop/unit-price.ts': ['web/site/shop/product-page.tsx', 'web/admin/products/products-tab.tsx'],
  'web/admin/kit/table.tsx': ['web/admin/products/products-tab.tsx'],
}
const modules = {
  getModuleInfo: (id: string) => ({
    importers: (importers[id.replace('/x/src/', '')] ?? []).map((name) => `/x/src/${name}`),
    dynamicImporters: id.endsWith('-page.tsx')
      ? ['/x/src/web/routes.ts']
      : id.endsWith('-tab.tsx')
        ? ['/x/tabs.ts']
        : [],
    isEntry: id.endsWith('client.tsx'),
  }),
}
const shared = (name: string) => sharedChunk(`/x/src/${name}`, modules)
const pages = (name: string) => pagesChunk(`/x/src/${name}`, modules)

test('every page loads what the entry imports, and what is common to the pages of three folders', () => {
  expect([shared('web/ui/picture.tsx'), shared('web/lib/router.tsx')]).toEqual(['shared', 'shared'])
  expect([shared('web/ui/rare.tsx'), shared('web/client.tsx'), shared('web/site/shop/card.tsx')]).toEqual([
    null,
    null,
    null,
  ])
})

test('what pages share is in a chunk of their folders, which no other page loads', () => {
  expect(pages('web/site/shop/card.tsx')).toBe('shop')
  expect(pages('web/ui/rare.tsx')).toMatch(/^p\d+$/)
  expect(pages('web/ui/picture.tsx')).toBeNull()
})

test('what one page has alone stays in its chunk; what the admin has too is apart from the admin', () => {
  expect(pages('web/site/shop/filters.tsx')).toBeNull()
  expect(pages('contract/shop/unit-price.ts')).toBe('product-parts')
  expect(pages('web/admin/kit/table.tsx')).toBeNull()
})
