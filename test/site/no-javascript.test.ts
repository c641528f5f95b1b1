import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { formOf, headingOf, onlyElement, sectionOf, textOf, textsOf } from './elements.ts'
import { pages } from './pages.ts'
import { createVisitor, origin } from './visitor.ts'

test('16 Without JavaScript: every page reads completely', async () => {
  for (const { path } of pages) {
    const { document, html } = await createVisitor().open(path)
    expect.soft(headingOf(document), path).toMatch(/.{4,}/)
    expect.soft(document.querySelectorAll('.skeleton'), path).toHaveLength(0)
    expect.soft(html, path).not.toMatch(/>\s*(?:Loading|Searching)/)
    expect.soft(document.querySelector('nav'), path).not.toBeNull()
    const footer = onlyElement(document, 'footer.site-footer')
    expect.soft(textsOf(footer.querySelectorAll('a')), path).toContain('Sun Care')
  }
})

test('16 Without JavaScript: home has all its sections', async () => {
  const { document } = await createVisitor().open('/')
  expect(sectionOf(document, 'Style Categories').querySelectorAll('li')).toHaveLength(6)
  expect(sectionOf(document, 'Latest Style Inspiration').querySelectorAll('article')).toHaveLength(3)
  expect(sectionOf(document, 'Featured Posts').querySelectorAll('article')).toHaveLength(3)
  expect(sectionOf(document, 'Shop Recommended Products').querySelectorAll('article')).toHaveLength(4)
})

test('16 Without JavaScript: links lead from page to page', async () => {
  const visitor = createVisitor()
  const home = await visitor.open('/')
  const blog = await visitor.follow(home.screen.getByText('Explore Skincare Guides', { selector: 'a' }))
  expect(blog.url).toBe(`${origin}/blog`)
  const next = [...blog.document.querySelectorAll('nav[aria-label=Pages] a')].find(
    (link) => textOf(link) === 'Next page',
  )
  const second = await visitor.follow(next!)
  expect(second.url).toBe(`${origin}/blog?page=2`)
  const post = await visitor.follow(second.document.querySelector('article :is(h2, h3) a')!)
  post.screen.getByText('Related Articles', { selector: 'h2' })
})

test("16 Without JavaScript: the shop's filter works", async () => {
  const visitor = createVisitor()
  const shop = await visitor.open('/shop')
  const categories = within(onlyElement(shop.document, 'nav[aria-label="Product categories"]') as HTMLElement)
  const serums = await visitor.follow(categories.getByText('Serums', { selector: 'a' }))
  expect(serums.url).toBe(`${origin}/shop?category=Serums`)
  expect(textOf(serums.document.querySelector('article'))).toContain('Serum')
})

test('16 Without JavaScript: pin and share are plain links', async () => {
  const { document } = await createVisitor().open('/blog/retinol-for-beginners')
  const links = [...document.querySelectorAll('a')]
  const pins = links.filter((link) => /^Save this picture/.test(link.getAttribute('aria-label') ?? textOf(link)))
  expect(pins).toHaveLength(1)
  const address = new URL(pins[0]!.href)
  expect(address.hostname).toBe('www.pinterest.com')
  expect(address.searchParams.get('url')).toBe(`${origin}/blog/retinol-for-beginners`)
  const shares = links.filter((link) => /Facebook/.test(link.getAttribute('aria-label') ?? textOf(link)))
  expect(shares).toHaveLength(1)
  expect(shares[0]!.href).toMatch(/^https:\/\/www\.facebook\.com\//)
})

test('16 Without JavaScript: the search form responds with a page', async () => {
  const visitor = createVisitor()
  const { document } = await visitor.open('/about')
  const form = onlyElement(document, 'header.site-header search:not(details *) form')
  const results = await visitor.submit(form, { q: 'retinol' })
  expect(results.url).toBe(`${origin}/search?q=retinol`)
  expect(headingOf(results.document)).toBe('Search Results for "retinol"')
  expect(results.document.querySelectorAll('article').length).toBeGreaterThan(0)
})

test('16 Without JavaScript: the newsletter form posts and responds with a page', async () => {
  const visitor = createVisitor()
  const { document } = await visitor.open('/')
  const {
    url,
    document: confirmation,
    screen,
  } = await visitor.submit(formOf(document, 'Newsletter'), {
    email: 'no-script@mail.example',
  })
  expect(url).toBe(`${origin}/newsletter?subscribed=1`)
  expect(headingOf(confirmation)).toBe('Subscription successful!')
  screen.getByText('Thank you for joining our style community.')
})

test('16 Without JavaScript: a rejected newsletter form keeps its input', async () => {
  const visitor = createVisitor()
  const { document } = await visitor.open('/newsletter')
  const answer = await visitor.submit(formOf(document, 'Newsletter'), { name: 'Ada <b>', email: 'ada@' })
  expect(answer.response.status).toBe(422)
  const form = within(formOf(answer.document, 'Newsletter'))
  form.getByText('Please enter a valid email address')
  const email = form.getByLabelText<HTMLInputElement>('Email')
  expect(email.value).toBe('ada@')
  expect(email.getAttribute('aria-invalid')).toBe('true')
  expect(form.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Ada <b>')
})

test('16 Without JavaScript: the contact form posts and responds with a page', async () => {
  const visitor = createVisitor()
  const { document } = await visitor.open('/contact')
  const { url, document: confirmation } = await visitor.submit(formOf(document, 'Contact'), {
    name: 'Ada',
    email: 'ada@mail.example',
    subject: 'Hello',
    message: 'Sent without a script.',
  })
  expect(url).toBe(`${origin}/contact?sent=1`)
  expect(textOf(confirmation.querySelector('main [role=status]'))).toContain('Message sent!')
})

test('16 Without JavaScript: a refused contact form comes back with its messages and what was typed', async () => {
  const visitor = createVisitor()
  const { document } = await visitor.open('/')
  const answer = await visitor.submit(formOf(document, 'Contact'), { message: 'Too short' })
  expect(new URL(answer.url).pathname).toBe('/contact')
  const form = within(formOf(answer.document, 'Contact'))
  for (const message of [
    'Name must be at least 2 characters',
    'Please enter a valid email address',
    'Subject must be at least 2 characters',
    'Message must be at least 10 characters',
  ])
    form.getByText(message)
  expect(form.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('Too short')
})

test('16 Without JavaScript: a wrong password comes back with a message and without the password', async () => {
  const visitor = createVisitor()
  const { document } = await visitor.open('/login')
  const answer = await visitor.submit(formOf(document, 'Login'), { username: 'admin', password: 'wrong-one' })
  expect(textOf(onlyElement(answer.document, '[role=alert]'))).toBe('Invalid username or password')
  const form = within(formOf(answer.document, 'Login'))
  expect(form.getByLabelText<HTMLInputElement>('Username').value).toBe('admin')
  expect(form.getByLabelText<HTMLInputElement>('Password').value).toBe('')
  expect(answer.html).not.toContain('wrong-one')
})

test.each([
  ['contact', 'Contact', { message: 'Too short' }, ['name', 'email', 'subject', 'message']],
  ['newsletter', 'Newsletter', { email: 'ada@' }, ['email']],
  ['login', 'Login', { username: '' }, ['username', 'password']],
  ['login', 'Login', { username: 'admin', password: 'wrong-one' }, ['username']],
] as const)(
  'a rejected %s form begins with a summary of its errors and names them in the title',
  async (form, name, values, fields) => {
    const visitor = createVisitor()
    const before = await visitor.open(`/${form}`)
    const { document } = await visitor.submit(formOf(before.document, name), values)
    expect(document.title).toBe(`Error: ${before.document.title}`)
    const summary = document.querySelector('main')!.firstElementChild!
    expect(textOf(summary.querySelector('h2'))).toBe('There is a problem')
    const linked = [...summary.querySelectorAll('a')].map(
      (link) => document.querySelector<HTMLInputElement>(link.hash)!,
    )
    expect(linked.map((field) => field.name)).toEqual(fields)
    for (const field of linked) {
      expect(field.getAttribute('aria-invalid')).toBe('true')
      const description = document.getElementById(field.getAttribute('aria-describedby')!)
      expect(textOf(summary)).toContain(textOf(description))
    }
  },
)

test("16 Without JavaScript: /admin says 'Please login to access the admin dashboard.'", async () => {
  const visitor = createVisitor()
  const { screen } = await visitor.open('/admin')
  screen.getByText('Please login to access the admin dashboard.')
  const { url } = await visitor.follow(screen.getByText('Go to Login', { selector: 'a' }))
  expect(decodeURIComponent(url)).toBe(`${origin}/login?redirect=/admin`)
})

test('the sign-up in the footer leads to a page, and is absent where the page has a form of its own', async () => {
  const visitor = createVisitor()
  for (const path of ['/', '/contact', '/newsletter', '/blog/retinol-for-beginners']) {
    const { document } = await visitor.open(path)
    expect.soft(document.querySelectorAll('form[aria-label=Letters]'), path).toHaveLength(0)
  }
  const { document } = await visitor.open('/blog')
  const form = formOf(document, 'Letters')
  expect(within(form).getAllByRole('textbox')).toEqual([within(form).getByLabelText('Email')])
  // Only a program fills it in.
  expect(form.querySelectorAll('[inert] input[name=website]')).toHaveLength(1)
  const refused = await visitor.submit(form, { email: 'no address' })
  expect(refused.response.status).toBe(422)
  refused.screen.getByText('Please enter a valid email address', { selector: 'form *' })
  const confirmation = await visitor.submit(form, { email: `footer-${Date.now()}@example.com` })
  expect(confirmation.url).toMatch(/\/newsletter\?/)
  confirmation.screen.getByText('Thank you for joining our style community.')
})
