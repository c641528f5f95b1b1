import { expect, test } from 'vitest'
import { headingOf, textsOf } from './elements.ts'
import { createVisitor } from './visitor.ts'

test("2 About: 'About Me'", async () => {
  const { document } = await createVisitor().open('/about')
  expect(headingOf(document)).toBe('About Me')
})

test('2 About: the default bio is split into paragraphs on blank lines', async () => {
  const { document } = await createVisitor().open('/about')
  const paragraphs = textsOf(document.querySelectorAll('main p'))
  expect(paragraphs).toHaveLength(5)
  expect(paragraphs[0]).toMatch(/^Hi, I’m Nora Ellery\./)
  expect(paragraphs.at(-1)).toMatch(/^What I hope you find here is a little calm\./)
})

test("2 About: 'Get In Touch' leads to /contact", async () => {
  const visitor = createVisitor()
  const { screen } = await visitor.open('/about')
  const { url } = await visitor.follow(screen.getByText('Get In Touch', { selector: 'a' }))
  expect(new URL(url).pathname).toBe('/contact')
})
