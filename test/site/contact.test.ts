import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { attributesOf, formOf, headingOf, sectionOf, textOf, textsOf } from './elements.ts'
import { createVisitor } from './visitor.ts'

test('2 Contact: intro text', async () => {
  const { document, screen } = await createVisitor().open('/contact')
  expect(headingOf(document)).toBe('Contact')
  screen.getByText(/an idea for an article, or a product you would like me to look at: write to me\./)
})

test('2 Contact: the contact form', async () => {
  const { document } = await createVisitor().open('/contact')
  const form = within(formOf(document, 'Contact'))
  const fields = form.getAllByRole('textbox')
  expect(fields).toHaveLength(4)
  for (const [at, name] of ['Name', 'Email', 'Subject', 'Message'].entries()) {
    expect(form.getByLabelText(name)).toBe(fields[at])
    expect(fields[at]!.matches(':enabled:read-write')).toBe(true)
  }
  expect(form.getByText('Send Message', { selector: 'button' }).matches(':enabled[type=submit]')).toBe(true)
})

test('2 Contact: cards for email, location and social links', async () => {
  const { document } = await createVisitor().open('/contact')
  const cards = [...document.querySelectorAll<HTMLElement>('main li')]
  const card = (name: string) => cards.find((item) => within(item).queryByText(name, { selector: 'h2, h3' }))!
  expect(within(card('Email')).getByText('hello@dewlight.example', { selector: 'a' }).getAttribute('href')).toBe(
    'mailto:hello@dewlight.example',
  )
  expect(textOf(card('Location'))).toContain('Portland, Maine, USA')
  const socials = [...document.querySelectorAll('main a')].filter((link) => /opens in a new tab/.test(textOf(link)))
  expect(textsOf(socials)).toEqual([expect.stringMatching(/^Pinterest/), expect.stringMatching(/^Instagram/)])
  for (const rel of attributesOf(socials, 'rel')) expect(rel).toMatch(/noopener/)
})

test("2 Contact: 'Collaboration Inquiries' lists the five kinds", async () => {
  const { document } = await createVisitor().open('/contact')
  const section = sectionOf(document, 'Collaboration Inquiries')
  expect(textsOf(section.querySelectorAll('li :is(h2, h3, h4)'))).toEqual([
    expect.stringMatching(/^brand partnerships$/i),
    expect.stringMatching(/^affiliate opportunities$/i),
    expect.stringMatching(/^product reviews$/i),
    expect.stringMatching(/^guest posts$/i),
    expect.stringMatching(/^social collaborations$/i),
  ])
})

test("2 Contact: the server's own confirmation has the words of the toast", async () => {
  const { document } = await createVisitor().open('/contact?sent=1')
  const status = textOf(document.querySelector('main [role=status]'))
  expect(status).toContain('Message sent!')
  expect(status).toContain("Thank you for your message. I'll get back to you as soon as possible.")
})
