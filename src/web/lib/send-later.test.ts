import { JSDOM } from 'jsdom'
import { afterEach, expect, test, vi } from 'vitest'
import { sendLater } from './send-later.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function openForm() {
  const { window } = new JSDOM(
    '<form><input name="email" value="a"><button name="source" value="footer"></button></form>',
  )
  vi.stubGlobal('document', window.document)
  vi.stubGlobal('HTMLButtonElement', window.HTMLButtonElement)
  const form = window.document.querySelector('form')!
  const requestSubmit = vi.fn()
  const submit = vi.fn()
  Object.assign(form, { requestSubmit, submit })
  return { form, button: form.querySelector('button')!, requestSubmit, submit, window }
}

test('a form that waits is sent once, with its button, and may be sent again afterwards', async () => {
  const { form, button, requestSubmit, submit } = openForm()
  sendLater(form, button, Promise.resolve())
  sendLater(form, button, Promise.resolve())
  expect(form.dataset).toHaveProperty('waiting')
  await vi.waitFor(() => expect(requestSubmit.mock.calls).toEqual([[button]]))
  expect(form.dataset).not.toHaveProperty('waiting')
  sendLater(form, null, Promise.resolve())
  await vi.waitFor(() => expect(requestSubmit).toHaveBeenCalledTimes(2))
  expect(submit).not.toHaveBeenCalled()
})

test('without what it waits for the browser sends it, with the value of its button', async () => {
  const { form, button, submit, window } = openForm()
  const beforeNative = vi.fn()
  sendLater(form, button, Promise.reject(new Error('no client')), beforeNative)
  await vi.waitFor(() => expect(submit).toHaveBeenCalledOnce())
  expect([...new window.FormData(form)]).toEqual([
    ['email', 'a'],
    ['source', 'footer'],
  ])
  expect(beforeNative).toHaveBeenCalledOnce()
})
