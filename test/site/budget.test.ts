import { expect, test } from 'vitest'
import { kinds } from './pages.ts'
import { createVisitor } from './visitor.ts'

/** With the most blocks. */
const longArticles = [
  { path: '/blog/build-a-routine-for-sensitive-skin' },
  { path: '/blog/skincare-on-a-budget' },
  { path: '/blog/repair-your-skin-barrier' },
]

test('6 Budget: the HTML of every public page takes less than 12 kB in brotli, that of 48 results 15 kB', async () => {
  for (const { path } of [...kinds, ...longArticles]) {
    const response = await createVisitor().fetch(path, { headers: { 'accept-encoding': 'br' } })
    await response.arrayBuffer()
    const { headers } = response
    expect(headers.get('content-encoding'), path).toBe('br')
    const size = Number(headers.get('content-length'))
    expect.soft(size, path).toBeGreaterThan(1000)
    expect.soft(size, path).toBeLessThanOrEqual(path.startsWith('/search') ? 15_000 : 12_000)
  }
})
