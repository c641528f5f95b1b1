// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { findAllByRole, findByRole, fireEvent, getByRole, queryByRole, waitFor } from '@testing-library/dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { productCalls } from '../../../data/owner/products.ts'
import { Router } from '../../../lib/router.tsx'
import { currentToasts } from '../../../lib/toast.ts'
import { products } from '../../products/products.ts'
import { useCatalogue } from './catalogue.ts'
import { actionsColumn, DeleteDialog, RowsTable, statusColumn } from './catalogue-parts.tsx'

const rows = [
  { id: 1, name: 'Oat balm', isActive: true },
  { id: 2, name: 'Rice wash', isActive: false },
  { id: 3, name: 'Zinc stick', isActive: false },
]
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
  return new Response(JSON.stringify(init.method ? { ids: changed(path, ids) } : rows), {
    headers: { 'x-total-count': total },
  })
}

beforeAll(() => {
  // jsdom has no modal dialogs.
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
  total = '3'
  held = Promise.resolve()
  await mount()
})

async function mount() {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <Router href="/admin/products" load={async () => undefined} prefetch={() => undefined}>
        <Products />
      </Router>
    </QueryClientProvider>,
  )
  await findByRole(document.body, 'row', { name: /Zinc stick/ })
}

afterEach(() => {
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

test('a row to edit is never taken from the cache', () => {
  expect(productCalls.one(7)).toMatchObject({ staleTime: 0, gcTime: 0 })
})
