import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Subscriber } from '../../src/contract/audience/subscriber-list.ts'
import { createOwner, createVisitor } from './visitor.ts'

/** The buttons of all forms that write something. */
const labelsOf = ({ document }: { document: Document }) =>
  [...document.querySelectorAll('form[method="post"] button')].map((button) => button.textContent)

test('the unsubscribe link works without JavaScript for anyone with the link', async () => {
  const email = `reader-${randomUUID()}@mail.example`
  const subscribed = await createVisitor().fetch('/api/subscribers', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  expect(subscribed.status).toBe(201)
  const owner = await createOwner()
  const read = async () => (await (await owner.fetch(`/api/subscribers?q=${email}`)).json()) as Subscriber[]
  const [{ id, unsubscribeUrl }] = (await read()) as [Subscriber]

  const reader = createVisitor()
  const { pathname, search } = new URL(unsubscribeUrl)
  const page = await reader.open(pathname + search)
  expect(page.response.headers.get('cache-control')).toContain('no-store')
  expect(page.document.querySelector('meta[name="robots"]')?.getAttribute('content')).toMatch(/noindex/)
  expect(await read()).toMatchObject([{ status: 'unconfirmed' }])
  expect(labelsOf(page)).toEqual(['Unsubscribe'])

  const button = [...page.document.querySelectorAll('button')].find((one) => one.textContent === 'Unsubscribe')!
  const done = await reader.submit(button.form!)
  expect(done.document.querySelector('h1')?.textContent).toBe('You are unsubscribed')
  expect(labelsOf(done)).toEqual(['Come back'])
  expect(await read()).toMatchObject([{ status: 'unsubscribed' }])
  expect((await owner.fetch(`/api/subscribers/${id}`, { method: 'DELETE' })).status).toBe(200)
})
