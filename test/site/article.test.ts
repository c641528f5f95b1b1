import { expect, test } from 'vitest'
import { formOf, headingOf, onlyElement } from './elements.ts'
import { createVisitor } from './visitor.ts'

const path = '/blog/retinol-for-beginners'

test('below an article stand the newsletter, the next article and the related ones, in this order', async () => {
  const visitor = createVisitor()
  const { document, screen } = await visitor.open(path)
  const heading = screen.getByText('Read next')
  const next = onlyElement(document, `[aria-labelledby="${heading.id}"]`)
  const hrefsIn = (part: Element) => [...part.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  const [href] = hrefsIn(next)
  expect(href).toMatch(/^\/blog\/[a-z-]+$/)
  expect(hrefsIn(onlyElement(document, '[aria-labelledby="related"]'))).not.toContain(href)
  const parts = [
    onlyElement(document, '#post-body'),
    formOf(document, 'Newsletter'),
    heading,
    screen.getByText('Related Articles', { selector: 'h2' }),
  ]
  // 4: the next part follows.
  for (const [i, part] of parts.slice(1).entries()) expect(parts[i]!.compareDocumentPosition(part) & 4).toBe(4)
})

test('the sign-up below an article posts and gets a page', async () => {
  const visitor = createVisitor()
  const { document } = await visitor.open(path)
  const {
    response,
    url,
    document: confirmation,
  } = await visitor.submit(formOf(document, 'Newsletter'), {
    email: `plain-${Date.now()}@example.com`,
  })
  expect(response.status).toBe(200)
  expect(new URL(url).pathname).toBe('/newsletter')
  expect(headingOf(confirmation)).toBe('Subscription successful!')
})
