import type { Page } from '@playwright/test'
import type { OwnerRoutine } from '../../src/contract/content/routines.ts'
import type { Product } from '../../src/contract/shop/products.ts'
import { expect, openAdmin, test } from './isolated-test.ts'
import { expectCleanScreen } from './screen-checks.ts'

test.describe.configure({ mode: 'default' })
// A refused save is a test of its own.
test.use({ expectedProblems: /the server responded with a status of (?:404|409|422)|^(?:404|409|422): / })

async function make(page: Page, data: object): Promise<OwnerRoutine> {
  const answer = await page.request.post('/api/routines', { data })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as OwnerRoutine
}

const read = async (page: Page, { id }: { id: number }) =>
  (await (await page.request.get(`/api/routines/${id}/source`)).json()) as OwnerRoutine

async function order(page: Page): Promise<string[]> {
  const rows = (await (await page.request.get('/api/routines?status=all')).json()) as OwnerRoutine[]
  return rows.map(({ name }) => name)
}

async function clear(page: Page): Promise<void> {
  const rows = (await (await page.request.get('/api/routines?status=all')).json()) as OwnerRoutine[]
  if (rows.length > 0) await page.request.post('/api/routines/delete', { data: { ids: rows.map(({ id }) => id) } })
}

const steps = (page: Page, time: 'morning' | 'evening') =>
  page.getByRole('list', { name: `Steps of the ${time}` }).getByRole('listitem')
const kinds = (page: Page, time: 'morning' | 'evening') =>
  steps(page, time)
    .getByLabel('Kind')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))

test.beforeEach(({ page }) => clear(page))

test('a routine is written with steps and products, copied to the evening, saved and previewed', {
  tag: '@gate',
}, async ({ page }) => {
  const [product] = (await (await page.request.get('/api/products?limit=1')).json()) as Product[]
  await openAdmin(page, '/admin/routines')
  await expect(page.getByText('No routines yet')).toBeVisible()
  await page.getByRole('link', { name: 'New Routine' }).first().click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Name must be at least 2 characters')).toBeVisible()
  await page.getByLabel('Name').fill('Calm & Crème')
  await page.getByRole('checkbox', { name: 'Dry' }).check()
  await page.getByLabel('Concerns').fill('Redness, dry patches,, Redness')

  await page.getByRole('button', { name: 'Add a step to the morning' }).click()
  await expect(steps(page, 'morning').getByLabel('Kind')).toBeFocused()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please say what kind of step this is')).toBeVisible()
  await page.getByRole('button', { name: /^Choose ?: Product$/ }).click()
  await page.getByRole('dialog').getByLabel('Find a product').fill(product!.name)
  await page.getByRole('dialog').getByRole('button', { name: product!.name }).click()
  await expect(steps(page, 'morning').getByLabel('Kind')).toHaveValue(product!.category)
  await expect(steps(page, 'morning')).toContainText(product!.name)
  await page.getByLabel('How much').fill('A coin')
  await page.getByRole('button', { name: 'Add a step to the morning' }).click()
  await steps(page, 'morning').nth(1).getByLabel('Kind').fill('Sunscreen')
  await page.getByRole('button', { name: 'Copy the morning here' }).click()
  await expect(steps(page, 'evening')).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove step 2 of the evening' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/admin\/routines\/\d+$/)
  await expect(page.getByLabel('Slug')).toHaveValue('calm-creme')

  const id = Number(page.url().split('/').at(-1))
  const stored = await read(page, { id })
  expect(stored).toMatchObject({ skinTypes: ['dry'], concerns: ['Redness', 'dry patches'] })
  expect(stored.steps.map((step) => [step.time, step.kind, step.productId, step.amount])).toEqual([
    ['morning', product!.category, product!.id, 'A coin'],
    ['morning', 'Sunscreen', null, ''],
    ['evening', product!.category, product!.id, 'A coin'],
  ])
  await page.goto(`/preview/routines/${id}`)
  await expect(page.getByText('Preview – not public')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Calm & Crème' })).toBeVisible()
})

test('steps are moved by buttons and by their handles, and keep what was typed', { tag: '@gate' }, async ({ page }) => {
  const step = (kind: string, time = 'morning') => ({ kind, time })
  const routine = await make(page, { name: 'Moving', steps: [step('A'), step('B'), step('C'), step('Z', 'evening')] })
  await openAdmin(page, `/admin/routines/${routine.id}`)
  await steps(page, 'morning').nth(2).getByLabel('Why').fill('Typed before the move')
  await page.getByRole('button', { name: 'Move step 3 of the morning up' }).click()
  expect(await kinds(page, 'morning')).toEqual(['A', 'C', 'B'])
  await expect(page.getByText('C is number 2 of 3')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Move step 2 of the morning up' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await kinds(page, 'morning')).toEqual(['C', 'A', 'B'])
  await expect(page.getByRole('button', { name: 'Move step 1 of the morning down' })).toBeFocused()

  const handles = steps(page, 'morning').locator('[data-handle]')
  // Both handles stand in the window.
  await page.setViewportSize({ width: 1280, height: 2400 })
  const start = (await handles.nth(2).boundingBox())!
  const end = (await handles.nth(1).boundingBox())!
  await page.mouse.move(start.x + 10, start.y + 10)
  await page.mouse.down()
  await page.mouse.move(end.x + 10, end.y + 10, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => kinds(page, 'morning')).toEqual(['C', 'B', 'A'])
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await read(page, routine)).steps.map(({ kind, why }) => [kind, why]))
    .toEqual([
      ['C', 'Typed before the move'],
      ['B', ''],
      ['A', ''],
      ['Z', ''],
    ])
})

test('unsaved text is not lost by leaving or by another window', { tag: '@gate' }, async ({ page }) => {
  const routine = await make(page, { name: 'Shared' })
  await openAdmin(page, `/admin/routines/${routine.id}`)
  await page.getByLabel('In a line').fill('Mine')
  await page.getByRole('link', { name: 'All routines' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('In a line')).toHaveValue('Mine')

  await page.request.put(`/api/routines/${routine.id}`, { data: { name: 'Shared', summary: 'Theirs' } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('This routine was changed in another window. Your changes are still here.')).toBeVisible()
  await expect(page.getByLabel('In a line')).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Save mine' }).click()
  await expect.poll(() => read(page, routine)).toMatchObject({ summary: 'Mine', version: 3 })

  await test.step('a slug of another routine is refused at its field', async () => {
    await make(page, { name: 'Taken' })
    const routine = await make(page, { name: 'Other' })
    await openAdmin(page, `/admin/routines/${routine.id}`)
    await page.getByLabel('Slug').fill('taken')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Another page has this slug. Please choose another one.')).toBeVisible()
    await expect(page.getByLabel('Slug')).toBeFocused()
  })
})

test('the list is searched, reordered, hidden and deleted with undo', { tag: '@gate' }, async ({ page }) => {
  for (const name of ['One', 'Two', 'Three']) await make(page, { name })
  await openAdmin(page, '/admin/routines')
  await page.getByRole('button', { name: 'More for Three' }).click()
  await page.getByRole('menuitem', { name: 'Move to the top' }).click()
  await expect.poll(() => order(page)).toEqual(['Three', 'One', 'Two'])
  await expect(page.getByRole('row').nth(1)).toContainText('Three')
  const handles = page.locator('[data-handle]')
  const start = (await handles.nth(0).boundingBox())!
  const end = (await handles.nth(2).boundingBox())!
  await page.mouse.move(start.x + 10, start.y + 10)
  await page.mouse.down()
  await page.mouse.move(end.x + 10, end.y + 10, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => order(page)).toEqual(['One', 'Two', 'Three'])

  await page.getByRole('button', { name: 'More for One' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await expect(page.getByRole('row', { name: /One/ })).toContainText('Inactive')
  await page.getByRole('button', { name: /^Delete ?: Two$/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => order(page)).toEqual(['One', 'Three'])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => order(page)).toEqual(['One', 'Two', 'Three'])
  await page.getByLabel('Search routines').fill('thr')
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('list and form are accessible and fit, long words too', { tag: '@gate' }, async ({ page }) => {
  test.slow()
  const word = 'Donaudampfschifffahrt'.repeat(5)
  const routine = await make(page, {
    name: word,
    summary: word,
    steps: [{ time: 'morning', kind: word.slice(0, 60), productId: 1, why: word, swapProductId: 4711 }],
  })
  for (const address of ['/admin/routines', `/admin/routines/${routine.id}`]) {
    await openAdmin(page, address)
    await expect(page.getByText('Donaudampf').or(page.getByText('This product is gone.')).first()).toBeVisible()
    await expectCleanScreen(page, { tags: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
  }
})
