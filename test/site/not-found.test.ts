import { expect, test } from 'vitest'
import { headingOf, onlyElement } from './elements.ts'
import { createVisitor } from './visitor.ts'

test('2 Not found: any unknown path shows the fallback screen with status 404', async () => {
  for (const path of ['/no-such-page', '/blog/no-such-post', '/blog/category/none', '/a/b/c', '/%E0%A4%A', '/Blogs']) {
    const { response, document, screen } = await createVisitor().open(path)
    expect.soft(response.status, path).toBe(404)
    expect.soft(headingOf(document), path).toBe('404 Page Not Found')
    expect.soft(document.querySelectorAll('main svg.drop'), path).toHaveLength(1)
    expect.soft(screen.queryByText('Did you forget to add the page to the router?'), path).not.toBeNull()
  }
})

test('2 Not found: /not-found itself', async () => {
  const { response, document } = await createVisitor().open('/not-found')
  expect(response.status).toBe(404)
  expect(headingOf(document)).toBe('404 Page Not Found')
  expect(onlyElement(document, 'meta[name=robots]').getAttribute('content')).toMatch(/noindex/)
  expect(document.querySelectorAll('link[rel=canonical]')).toHaveLength(0)
})

test('2 Routes: a slash at the end leads to the page without it', async () => {
  const { response, url } = await createVisitor().open('/about/')
  expect(response.status).toBe(200)
  expect(new URL(url).pathname).toBe('/about')
})
