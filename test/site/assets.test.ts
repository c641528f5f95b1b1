import { expect, test } from 'vitest'
import { createVisitor } from './visitor.ts'

test('5 Layout: every asset and image in the HTML responds with 200', async () => {
  const visitor = createVisitor()
  const addresses = new Set<string>()
  for (const path of ['/', '/blog', '/blog/retinol-for-beginners', '/shop', '/about', '/login']) {
    const html = await (await visitor.fetch(path)).text()
    for (const [, list = ''] of html.matchAll(/\s(?:srcset|imagesrcset)="([^"]+\.avif[^"]*)"/gi)) {
      // The narrowest: the others are made from the same source on demand.
      addresses.add(list.trim().split(/\s/)[0]!)
    }
    for (const [, address = ''] of html.matchAll(/<(?:script|link)\b[^>]*?\s(?:src|href)="(\/[^"]*)"/gi)) {
      addresses.add(address)
    }
  }
  // And one image in all its widths and formats.
  const hero = await (await visitor.fetch('/about')).text()
  for (const [address] of hero.matchAll(/\/media\/[\w-]+\/\d+\.(?:avif|webp|jpg)/g)) addresses.add(address)
  expect(addresses.size).toBeGreaterThan(50)
  const failed: string[] = []
  for (const address of addresses) {
    const response = await visitor.fetch(address.replaceAll('&amp;', '&'))
    const { byteLength } = await response.arrayBuffer()
    if (response.status !== 200 || byteLength === 0) failed.push(`${response.status} ${address}`)
  }
  expect(failed).toEqual([])
})
