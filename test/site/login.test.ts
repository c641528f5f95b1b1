import { expect, test } from 'vitest'
import { createVisitor } from './visitor.ts'

test('2 Login: title, subtitle and fields; it is not indexed', async () => {
  const { document, screen } = await createVisitor().open('/login')
  expect([...document.querySelectorAll('h1')].map(({ textContent }) => textContent)).toEqual(['Login'])
  expect(screen.getByText('Sign in to access the admin dashboard')).toBeDefined()
  expect(screen.getByLabelText('Username').getAttribute('autocomplete')).toBe('username')
  const password = screen.getByLabelText('Password')
  expect(password.getAttribute('type')).toBe('password')
  expect(password.getAttribute('autocomplete')).toBe('current-password')
  expect((screen.getByText('Login', { selector: 'button' }) as HTMLButtonElement).disabled).toBe(false)
  expect(document.querySelector('meta[name=robots]')!.getAttribute('content')).toMatch(/noindex/)
})

test("A reader's page links one style sheet, which the browser keeps", async () => {
  const visitor = createVisitor()
  for (const path of ['/', '/login']) {
    const { document } = await visitor.open(path)
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ href }) => href)
    expect(sheets).toEqual([expect.stringMatching(/\/assets\/client-[\w-]{8}\.css$/)])
    const { headers } = await visitor.fetch(sheets[0]!)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  }
})
