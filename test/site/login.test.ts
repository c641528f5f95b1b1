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

test("A reader's page links one style sheet, and that of the home page if it is it, which the browser keeps", async () => {
  const visitor = createVisitor()
  const named = (name: string) => expect.stringMatching(new RegExp(`/assets/${name}-[\\w-]{8}\\.css$`))
  for (const [path, expected] of [
    ['/', [named('home'), named('client')]],
    ['/contact', [named('client')]],
    ['/login', [named('client')]],
  ] as const) {
    const { document } = await visitor.open(path)
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ href }) => href)
    expect(sheets, path).toEqual(expected)
    for (const sheet of sheets) {
      const { headers } = await visitor.fetch(sheet)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
  }
})
