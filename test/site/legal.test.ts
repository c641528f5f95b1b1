import { expect, test } from 'vitest'
import { attributesOf, headingOf, textOf, textsOf } from './elements.ts'
import { createVisitor } from './visitor.ts'

test('9 Privacy policy last updated: June 14, 2024', async () => {
  const { document, screen } = await createVisitor().open('/privacy-policy')
  expect(headingOf(document)).toBe('Privacy Policy')
  screen.getByText(/last updated:? June 14, 2024/i)
})

test('2 Privacy policy: 14 sections', async () => {
  const { document } = await createVisitor().open('/privacy-policy')
  const headings = textsOf(document.querySelectorAll('main h2'))

  expect(headings.map((text) => Number.parseInt(text, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
})

test('2 Privacy policy: its table of contents leads to its sections', async () => {
  const { document } = await createVisitor().open('/privacy-policy')
  const links = attributesOf(document.querySelectorAll('main nav a'), 'href')
  expect(links).toHaveLength(14)
  const sections = links.map((href) => textOf(document.querySelector(href!)))
  expect(sections.map((text) => Number.parseInt(text, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
})

test('9 Privacy statements: 26 months, until unsubscribed, not under 13, US and Canada', async () => {
  const { document } = await createVisitor().open('/privacy-policy')
  const text = textOf(document.querySelector('main'))
  expect.soft(text).toMatch(/Analytics.{0,40}26 months/)
  expect.soft(text).toMatch(/Newsletter data.{0,40}until you unsubscribe/)
  expect.soft(text).toMatch(/not directed at children under 13/)
  expect.soft(text).toMatch(/servers are in the US and Canada/)
})

test('2 Affiliate disclosure: commissions at no extra cost, and no sponsored placement', async () => {
  const { document } = await createVisitor().open('/affiliate-disclosure')
  expect(headingOf(document)).toBe('Affiliate Disclosure')
  const text = textOf(document.querySelector('main'))
  expect(text).toMatch(/commission at no additional cost to you/)
  expect(text).toMatch(/no sponsored placement/i)
})
