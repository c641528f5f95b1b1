import { JSDOM } from 'jsdom'
import { expect, test, vi } from 'vitest'
import { discardFields, keepFields } from './kept-fields.ts'

/** A new page of one tab, with its form. */
function openPage(storage?: Storage, more = '') {
  const { window } = new JSDOM(
    `<form>
      <input name="email" type="email"><textarea name="message"></textarea>
      <input name="website"><input name="elapsed" type="hidden">${more}
    </form>`,
    { url: 'https://site.example/contact' },
  )
  vi.stubGlobal('HTMLInputElement', window.HTMLInputElement)
  vi.stubGlobal('HTMLTextAreaElement', window.HTMLTextAreaElement)
  vi.stubGlobal('Event', window.Event)
  vi.stubGlobal('sessionStorage', storage ?? window.sessionStorage)
  const form = window.document.querySelector('form')!
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement
  const type = (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) {
      field(name).value = value
      field(name).dispatchEvent(new window.Event('input', { bubbles: true }))
    }
  }
  return { form, field, type, storage: storage ?? window.sessionStorage }
}

const all = { email: 'ada@mail.example', message: 'Hello', website: 'x', elapsed: '9' }

test('text is kept by place, without what no person types', () => {
  const first = openPage()
  keepFields(first.form, 'contact /contact')
  first.type(all)
  const second = openPage(first.storage)
  keepFields(second.form, 'contact /contact')
  const values = Object.keys(all).map((name) => second.field(name).value)
  expect(values).toEqual(['ada@mail.example', 'Hello', '', ''])
  const other = openPage(first.storage)
  keepFields(other.form, 'contact /other')
  expect(other.field('message').value).toBe('')
})

test('of a form with a password nothing is kept', () => {
  const { form, type, storage } = openPage(undefined, '<input name="password" type="password">')
  keepFields(form, 'login /login')
  type({ email: 'ada@mail.example', password: 'secret' })
  expect(storage).toHaveLength(0)
})

test('what was typed before the script is not replaced, and is kept', () => {
  const first = openPage()
  keepFields(first.form, 'place')
  first.type({ email: 'ada@mail.example', message: 'Old' })
  const second = openPage(first.storage)
  second.field('message').value = 'New'
  const events: string[] = []
  second.form.addEventListener('input', ({ target }) => events.push((target as HTMLInputElement).name))
  keepFields(second.form, 'place')
  expect([second.field('email').value, second.field('message').value]).toEqual(['ada@mail.example', 'New'])
  expect(events).toEqual(['email'])
  const third = openPage(first.storage)
  keepFields(third.form, 'place')
  expect(third.field('message').value).toBe('New')
})

test('a form that was sent leaves nothing behind', () => {
  const { form, type, storage } = openPage()
  const stop = keepFields(form, 'place')
  type({ message: 'Hello' })
  expect(storage).toHaveLength(1)
  discardFields('place')
  expect(storage).toHaveLength(0)
  stop()
  type({ message: 'Hello' })
  expect(storage).toHaveLength(0)
})

test.each(['[', 'null', '[1]', '{"message":1}'])('a stored %s restores nothing', (stored) => {
  const { form, field, storage } = openPage()
  storage.setItem('dewlight.form place', stored)
  keepFields(form, 'place')
  expect(field('message').value).toBe('')
})

test('without storage a form works as before', () => {
  const refuse = () => {
    throw new Error('The operation is insecure.')
  }
  const { form, type, field } = openPage({ getItem: refuse, setItem: refuse, removeItem: refuse } as unknown as Storage)
  keepFields(form, 'place')
  type({ message: 'Hello' })
  expect(field('message').value).toBe('Hello')
})
