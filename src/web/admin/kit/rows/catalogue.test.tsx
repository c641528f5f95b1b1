// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { findAllByRole, findByRole, fireEvent, getByRole, queryByRole, waitFor } from '@testing-library/dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { productCalls } from '../../../data/owner/products.ts'
import { Router } from '../../../lib/router.tsx'
import { currentToasts, dismissActions } from '../../../lib/toast.ts'
import { products } from '../../products/products.ts'
import { useKeptFocus } from '../use-kept-focus.ts'
import { useCatalogue } from './catalogue.ts'
import { actionsColumn, DeleteDialog, RowsTable, statusColumn } from './catalogue-parts.tsx'

const rows = [
  { id: 1, name: 'Oat balm', isActive: true, deletedAt: null },
  { id: 2, name: 'Rice wash', isActive: false, deletedAt: null },
  { id: 3, name: 'Zinc stick', isActive: false, deletedAt: null },
]
/** Rows that the list has no more. */
let gone: number[]
/** The path and the body of each write. */
let writes: [string, unknown][]
let root: Root
let total: string
/** Writes wait for it. */
let held: Promise<void>

/** The server changes those that are not so yet. */
function changed(path: string, ids: number[]): number[] {
  if (!path.endsWith('activate')) return ids
  return rows
    .filter(({ id, isActive }) => ids.includes(id) && isActive === path.endsWith('deactivate'))
    .map(({ id }) => id)
}

function Products() {
  useKeptFocus()
  const catalogue = useCatalogue(products)
  const actions = actionsColumn(
    catalogue,
    () => undefined,
    () => null,
  )
  return (
    <>
      <RowsTable of={catalogue} columns={[statusColumn(), actions]}>
        <p>Add one.</p>
      </RowsTable>
      <DeleteDialog of={catalogue}>{(chosen) => <p>{chosen.map(({ name }) => name).join(' and ')}</p>}</DeleteDialog>
    </>
  )
}

async function respond(path: string, init: RequestInit): Promise<Response> {
  if (init.method) writes.push([path, JSON.parse(String(init.body))])
  if (init.method) await held
  const ids = init.method ? (JSON.parse(String(init.body)).ids ?? [1, 2, 3]) : []
  if (path.endsWith('delete')) gone.push(...ids)
  const left = rows.filter(({ id }) => !gone.includes(id))
  return new Response(JSON.stringify(init.method ? { ids: changed(path, ids) } : left), {
    headers: { 'x-total-count': left.length === 3 ? total : String(left.length) },
  })
}

beforeAll(() => {
  // jsdom has no layout and no modal dialogs.
  HTMLElement.prototype.checkVisibility = () => true
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})

beforeEach(async () => {
  vi.stubGlobal('fetch', vi.fn(respond))
  writes = []
  gone = []
  total = '3'
  held = Promise.resolve()
  await mount()
})

async function mount(search = '') {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <main id="main" tabIndex={-1}>
        <Router href={`/admin/products${search}`} load={async () => undefined} prefetch={() => undefined}>
          <Products />
        </Router>
      </main>
    </QueryClientProvider>,
  )
  await findByRole(document.body, 'row', { name: /Zinc stick/ })
}

afterEach(() => {
  dismissActions()
  root.unmount()
  document.body.replaceChildren()
})

const click = async (role: 'button' | 'checkbox', name: string | RegExp) =>
  fireEvent.click(await findByRole(document.body, role, { name }))
const expectWrites = (expected: typeof writes) => waitFor(() => expect(writes).toEqual(expected))
const expectToast = (title: string) =>
  waitFor(() => expect(currentToasts().at(-1)).toMatchObject({ title, open: true }))
const undo = () => currentToasts().at(-1)?.action?.onSelect()

test('Activate sends the chosen rows, and Undo only those that were inactive', async () => {
  await click('checkbox', 'Select Oat balm')
  await click('checkbox', 'Select Zinc stick')
  await click('button', 'Activate')
  await expectWrites([['/api/products/activate', { ids: [1, 3] }]])
  await expectToast('Product is active')
  expect(queryByRole(document.body, 'button', { name: 'Activate' })).toBeNull()
  undo()
  await expectToast('Undone')
  expect(writes.slice(1)).toEqual([['/api/products/deactivate', { ids: [3] }]])
})

test('a change that no row needs says so and offers no undo', async () => {
  await click('checkbox', 'Select Rice wash')
  await click('button', 'Deactivate')
  await expectToast('Nothing to change')
  expect(currentToasts().at(-1)?.action).toBeUndefined()
})

test('once the page is selected, all rows that match can be chosen, and the action sends the filters', async () => {
  total = '137'
  root.unmount()
  await mount()
  expect(queryByRole(document.body, 'button', { name: /that match/ })).toBeNull()
  fireEvent.click((await findAllByRole(document.body, 'checkbox', { name: 'Select all on this page' }))[0]!)
  await click('button', 'Select all 137 products that match')
  await click('button', 'Delete')
  const dialog = await findByRole(document.body, 'alertdialog', { name: 'Delete 137 products?' })
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  fireEvent.click(getByRole(dialog, 'button', { name: 'Delete' }))
  await waitFor(() => expect(document.body.textContent).toContain('Changing 137 products…'))
  resolve()
  await expectWrites([['/api/products/delete', { query: { status: 'all' }, total: 137 }]])
  await expectToast('Products deleted')
  undo()
  await waitFor(() => expect(writes[1]).toEqual(['/api/products/restore', { ids: [1, 2, 3] }]))
})

test('more rows than one change takes are not offered, with a sentence', async () => {
  total = '1001'
  root.unmount()
  await mount()
  fireEvent.click((await findAllByRole(document.body, 'checkbox', { name: 'Select all on this page' }))[0]!)
  await waitFor(() => expect(document.body.textContent).toContain('1,001 products match, and at most 1,000 can be'))
  expect(queryByRole(document.body, 'button', { name: /that match/ })).toBeNull()
})

test('Delete is confirmed, and Undo brings the rows back', async () => {
  await click('button', 'Delete: Rice wash')
  const dialog = await findByRole(document.body, 'alertdialog', { name: 'Delete this product?' })
  expect(dialog.textContent).toContain('Rice wash')
  expect(writes).toEqual([])
  fireEvent.click(getByRole(dialog, 'button', { name: 'Delete' }))
  await expectWrites([['/api/products/delete', { ids: [2] }]])
  await expectToast('Product deleted')
  undo()
  await expectToast('Undone')
  expect(writes.slice(1)).toEqual([['/api/products/restore', { ids: [2] }]])
})

/** Deletes a row by its button, as from the keyboard. */
async function deleteRow(name: string) {
  const button = await findByRole(document.body, 'button', { name: `Delete: ${name}` })
  button.focus()
  fireEvent.click(button)
  const dialog = await findByRole(document.body, 'alertdialog')
  const confirm = getByRole(dialog, 'button', { name: 'Delete' })
  confirm.focus()
  fireEvent.click(confirm)
}
const expectFocus = (text: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(text))

test('the focus goes from a deleted row to the same button of the next one, else of the previous one, else to the list', async () => {
  await deleteRow('Rice wash')
  await expectFocus('Delete: Zinc stick')
  await deleteRow('Zinc stick')
  await expectFocus('Delete: Oat balm')
  await deleteRow('Oat balm')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Products'))
})

test('after a bulk action the table has the focus', async () => {
  await click('checkbox', 'Select Rice wash')
  const button = await findByRole(document.body, 'button', { name: 'Activate' })
  button.focus()
  fireEvent.click(button)
  await waitFor(() => expect(document.activeElement).toBe(getByRole(document.body, 'table', { name: 'Products' })))
})

test('the trash restores its rows and deletes them for good, after which an undo of their deletion has no meaning', async () => {
  await deleteRow('Rice wash')
  await expectToast('Product deleted')
  gone = []
  root.unmount()
  await mount('?status=trash')
  await waitFor(() => expect(document.body.textContent).toContain('Deleted'))
  await click('checkbox', 'Select Rice wash')
  await click('button', 'Delete for good')
  const dialog = await findByRole(document.body, 'alertdialog', { name: 'Delete this product for good?' })
  expect(dialog.textContent).toContain('This cannot be undone.')
  fireEvent.click(getByRole(dialog, 'button', { name: 'Delete for good' }))
  await expectToast('Deleted for good')
  expect(currentToasts().filter(({ open }) => open)).toMatchObject([{ title: 'Deleted for good' }])
  await click('checkbox', 'Select Zinc stick')
  await click('button', 'Restore')
  await expectToast('Restored')
  expect(writes.slice(1)).toEqual([
    ['/api/products/trash/delete', { ids: [2] }],
    ['/api/products/restore', { ids: [3] }],
  ])
})

test('a row to edit is never taken from the cache', () => {
  expect(productCalls.one(7)).toMatchObject({ staleTime: 0, gcTime: 0 })
})
