// @vitest-environment jsdom
import { fireEvent, getByRole, queryByRole, waitFor } from '@testing-library/dom'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '../../../data/api.ts'
import type { RowSave } from '../../../data/owner/row-calls.ts'
import { Router, useRouter } from '../../../lib/router.tsx'
import { TextField } from '../form-fields.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { useRowForm } from './use-row-form.ts'

type Soap = { id: number; version: number; name: string }
type Values = { name: string }

/** Responds to a save; undefined while the server does not. */
let respond: ((save: RowSave<Values>) => Soap | Error) | undefined
let root: Root

function SoapDialog({ onClose }: { onClose: () => void }) {
  const edit = useRowForm<Soap, Values, Values>({
    one: 'soap',
    row: { id: 7, version: 1, name: 'Oat' },
    toValues: (soap) => ({ name: soap?.name ?? '' }),
    schema: z.object({ name: z.string() }),
    save: {
      isPending: false,
      mutate: ({ input }, { onSuccess, onError }) => {
        const response = respond?.(input)
        if (response instanceof Error) onError(response)
        else if (response) onSuccess(response)
      },
    },
    onSaved: onClose,
  })
  return (
    <EditDialog title="Edit Soap" one="soap" edit={edit} onClose={onClose}>
      <TextField label="Name" {...edit.form.register('name')} />
    </EditDialog>
  )
}

function Tab() {
  const { pathname, navigate } = useRouter()
  if (pathname === '/admin/soaps') return <p>The list</p>
  return <SoapDialog onClose={() => navigate('/admin/soaps', { stay: true })} />
}

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})

beforeEach(async () => {
  respond = undefined
  window.history.replaceState(null, '', '/admin/soaps')
  window.history.pushState(null, '', '/admin/soaps/7')
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <Router href="/admin/soaps/7" load={async () => undefined} prefetch={() => undefined}>
        <Tab />
      </Router>,
    ),
  )
})

afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
})

const form = () => getByRole<HTMLDialogElement>(document.body, 'dialog', { name: 'Edit Soap' })
const question = () => queryByRole(document.body, 'alertdialog', { name: 'Discard your changes?' })
const name = () => getByRole<HTMLInputElement>(form(), 'textbox', { name: 'Name' })
const type = (value: string) => act(async () => void fireEvent.input(name(), { target: { value } }))
const click = (label: string, within: HTMLElement) => fireEvent.click(getByRole(within, 'button', { name: label }))
const press = (label: string, within: HTMLElement = form()) => act(async () => void click(label, within))
/** Waits for the entry of the history that the action leads to. */
const pop = (action: () => void) =>
  act(async () => {
    const popped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
    action()
    await popped
  })
const goBack = () => pop(() => window.history.back())
const isList = () => waitFor(() => expect(document.body.textContent).toContain('The list'))

test('Back is confirmed before what was typed is lost', async () => {
  await type('Oat milk')
  await goBack()
  expect(question()?.textContent).toContain('What you changed in this soap has not been saved.')
  expect(window.location.pathname).toBe('/admin/soaps/7')
  await press('Cancel', question()!)
  expect(name().value).toBe('Oat milk')
  await goBack()
  await pop(() => click('Discard', question()!))
  await isList()
  expect(window.location.pathname).toBe('/admin/soaps')
})

test('so is Cancel, but only if something was typed', async () => {
  await type('Oat milk')
  await press('Cancel')
  expect(question()).not.toBeNull()
  await press('Cancel', question()!)
  await type('Oat')
  await press('Cancel')
  await isList()
})

test('a reload is confirmed by the browser while something is unsaved', async () => {
  const reload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(reload()).toBe(false)
  await type('Oat milk')
  expect(reload()).toBe(true)
})

test('a save closes the dialog without a question', async () => {
  respond = ({ input, current }) => ({ ...input, id: current!.id, version: current!.version! + 1 })
  await type('Oat milk')
  await press('Save')
  await isList()
  expect(question()).toBeNull()
})

test('a newer version is shown, or saved over with its version', async () => {
  const saves: RowSave<Values>[] = []
  const conflict = { message: 'It was changed.', current: { id: 7, version: 4, name: 'Rice' } }
  respond = (save) => {
    saves.push(save)
    return new ApiError(409, conflict, 'Conflict')
  }
  await type('Oat milk')
  await press('Save')
  expect(form().textContent).toContain('This soap was changed in another window. Your changes are still here.')
  expect(name().value).toBe('Oat milk')
  await press('Save mine')
  expect(saves.map(({ current }) => current?.version)).toEqual([1, 4])
  await press('Show the other version')
  expect(name().value).toBe('Rice')
})

test('a save that fails says why', async () => {
  respond = () => new ApiError(422, { message: 'There is no room.' }, 'Unprocessable')
  await type('Oat milk')
  await press('Save')
  expect(form().textContent).toContain('The soap was not saved: There is no room.')
  expect(name().value).toBe('Oat milk')
})
