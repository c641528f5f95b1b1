import { expect, test } from './site-test.ts'

test('2 Contact: intro text', async ({ page }) => {
  await page.goto('/contact')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact')
  await expect(
    page.getByText(/an idea for an article, or a product you would like me to look at: write to me\./),
  ).toBeVisible()
})

test('2 Contact: the contact form', async ({ page }) => {
  await page.goto('/contact')
  const form = page.getByRole('form', { name: 'Contact' })
  await expect(form.getByRole('textbox')).toHaveCount(4)
  for (const name of ['Name', 'Email', 'Subject', 'Message']) {
    await expect(form.getByRole('textbox', { name, exact: true })).toBeEditable()
  }
  await expect(form.getByRole('button', { name: 'Send Message' })).toBeEnabled()
})

test('2 Contact: cards for email, location and social links', async ({ page }) => {
  await page.goto('/contact')
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(
    cards
      .filter({ has: page.getByRole('heading', { name: 'Email' }) })
      .getByRole('link', { name: 'hello@dewlight.example' }),
  ).toHaveAttribute('href', 'mailto:hello@dewlight.example')
  await expect(cards.filter({ has: page.getByRole('heading', { name: 'Location' }) })).toContainText(
    'Portland, Maine, USA',
  )
  const socials = page.getByRole('main').getByRole('link', { name: /opens in a new tab/ })
  await expect(socials).toHaveText([/^Pinterest/, /^Instagram/])
  for (const link of await socials.all()) await expect(link).toHaveAttribute('rel', /noopener/)
})

test("2 Contact: 'Collaboration Inquiries' lists the five kinds", async ({ page }) => {
  await page.goto('/contact')
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: 'Collaboration Inquiries' }) })
  await expect(section.getByRole('listitem').getByRole('heading')).toHaveText([
    /^brand partnerships$/i,
    /^affiliate opportunities$/i,
    /^product reviews$/i,
    /^guest posts$/i,
    /^social collaborations$/i,
  ])
})

test("2 Contact: the server's own confirmation has the words of the toast", async ({ page }) => {
  await page.goto('/contact?sent=1')
  await expect(page.getByRole('status')).toContainText('Message sent!')
  await expect(page.getByRole('status')).toContainText(
    "Thank you for your message. I'll get back to you as soon as possible.",
  )
})
