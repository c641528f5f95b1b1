import { expect, test } from 'vitest'
import { formOf, headingOf, onlyElement, textOf } from './elements.ts'
import { createVisitor } from './visitor.ts'

const path = '/blog/retinol-for-beginners'

test('below an article stand the newsletter, the next article and the related ones, in this order', async () => {
  const visitor = createVisitor()
  const { document, screen } = await visitor.open(path)
  const heading = screen.getByText('Read next')
  const next = onlyElement(document, `[aria-labelledby="${heading.id}"]`)
  const link = [...next.querySelectorAll('a')].find(
    (element) => textOf(element) === 'Vitamin C for Beginners: What It Does and How to Start',
  )!
  expect(link.getAttribute('href')).toBe('/blog/vitamin-c-for-beginners')
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
