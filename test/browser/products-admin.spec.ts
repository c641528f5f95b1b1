import type { Page } from '@playwright/test'
import type { OwnerProduct } from '../../src/contract/shop/products.ts'
import { axeFor } from './axe.ts'
import { expect, openAdmin, test } from './isolated-test.ts'
import { toastOf } from './library.ts'
import { expectCleanScreen } from './screen-checks.ts'
import { failApi } from './site-test.ts'

test.describe.configure({ mode: 'default' })

let count = 0

/** Creates a product for one test. */
async function make(page: Page, over: Partial<OwnerProduct> = {}): Promise<OwnerProduct> {
  const number = ++count
  const data = {
    name: `Test balm ${number}`,
    category: 'Testing',
    price: '24.50',
    affiliateLink: `https://shop.example/test-${number}`,
    ...over,
  }
  const answer = await page.request.post('/api/products', { data })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as OwnerProduct
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')

async function names(page: Page): Promise<string[]> {
  const answer = await page.request.get('/api/products?status=all')
  return ((await answer.json()) as OwnerProduct[]).map((product) => product.name)
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

async function findings(page: Page): Promise<string[]> {
  const { violations } = await axeFor(page).withTags(wcag).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)
}

test('the Products tab is a table with Name, Price, Category, Status and Actions', { tag: '@gate' }, async ({
  page,
}) => {
  const active = await make(page)
  const inactive = await make(page, { isActive: false, price: '1200', currency: 'EUR' })
  await openAdmin(page, '/admin/products?q=balm')
  await expect(page.getByRole('tab', { name: 'Products', selected: true })).toBeVisible()
  for (const name of ['Name', 'Price', 'Category', 'Status', 'Actions'])
    await expect(page.getByRole('columnheader', { name, exact: name !== 'Name' })).toBeVisible()
  await expect(row(page, active.name)).toContainText('$24.50')
  await expect(row(page, active.name).getByText('Active', { exact: true })).toBeVisible()
  await expect(row(page, inactive.name)).toContainText('€1,200.00')
  await expect(row(page, inactive.name).getByText('Inactive', { exact: true })).toBeVisible()
  for (const action of ['Edit', 'Delete'])
    await expect(row(page, active.name).getByRole('button', { name: action })).toBeVisible()

  await test.step('the list is searched, filtered and sorted, and what it shows stands in the address', async () => {
    const { name } = await make(page, { category: 'Findings', isActive: false })
    await openAdmin(page, '/admin/products')
    await page.getByRole('searchbox', { name: 'Search products' }).fill(name)
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByLabel('Status').selectOption('Active')
    await expect(page.getByText('Nothing matches.')).toBeVisible()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await page.getByLabel('Category').selectOption('Findings')
    await expect(page).toHaveURL('/admin/products?category=Findings')
    await page.reload()
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByLabel('Category').selectOption('All categories')
    await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click()
    await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('button', { name: 'Shop order' }).click()
    await expect(page).toHaveURL('/admin/products')
  })
})

test('a product is made, with a sentence at each field that is wrong, and stands in the shop', {
  tag: '@gate',
}, async ({ page }) => {
  test.slow()
  await openAdmin(page, '/admin/products')
  await page.getByRole('button', { name: 'New Product' }).click()
  await expect(page).toHaveURL('/admin/products/new')
  const form = dialog(page)
  await form.getByRole('button', { name: 'Save' }).click()
  for (const sentence of [
    'Name must be at least 2 characters',
    'Please enter a category',
    'Please enter a link that begins with http:// or https://',
  ])
    await expect(form.getByText(sentence)).toBeVisible()
  await form.getByLabel('Name').fill('Calm balm by hand')
  await form.getByLabel('Category').fill('Serums')
  await form.getByLabel('Price').fill('24.505')
  await form.getByLabel('Affiliate link').fill('https://shop.example/calm-balm')
  await expect(form.getByText('A price has at most two digits after the point')).toBeVisible()
  await form.getByLabel('Price').fill('24.5')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/products(?:\?page=\d+)?$/)
  const [product] = (await (await page.request.get('/api/search?q=calm+hand')).json()).products
  expect(product).toMatchObject({ name: 'Calm balm by hand', price: '24.50', currency: 'USD' })

  await test.step('a new product is shown where it landed, with a price and a link as people type them', async () => {
    for (let made = 0; made < 26; made++) await make(page)
    await openAdmin(page, '/admin/products?status=inactive')
    await page.getByRole('button', { name: 'New Product' }).click()
    const form = dialog(page)
    await form.getByLabel('Name').fill('Landed balm')
    await form.getByLabel('Category').fill('Testing')
    await form.getByLabel('Price').fill('14,99 €')
    await form.getByLabel('Affiliate link').fill('amzn.to/landed')
    await expect(form.getByLabel('Price')).toHaveValue('14.99')
    await expect(form.getByLabel('Currency')).toHaveValue('EUR')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/\/admin\/products\?page=\d+$/)
    await expect(row(page, 'Landed balm')).toBeInViewport()
    await expect(row(page, 'Landed balm')).toHaveAttribute('aria-current', 'true')
    await expect(row(page, 'Landed balm')).toContainText('€14.99')
    const products: OwnerProduct[] = await (await page.request.get('/api/products?status=all')).json()
    expect(products.find(({ name }) => name === 'Landed balm')).toMatchObject({
      affiliateLink: 'https://amzn.to/landed',
    })
  })
})

test('Edit opens the product over the list, and the focus comes back to its button', { tag: '@gate' }, async ({
  page,
}) => {
  const { name, id } = await make(page)
  await openAdmin(page, `/admin/products?q=${encodeURIComponent(name)}`)
  const edit = row(page, name).getByRole('button', { name: 'Edit' })
  await edit.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Name')).toHaveValue(name)
  await expect(page).toHaveURL(new RegExp(`/admin/products/${id}\\?q=`))
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(edit).toBeFocused()
  await edit.click()
  await dialog(page).getByLabel('Price').fill('30')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(row(page, name)).toContainText('$30.00')
})

test('an image comes from the media library, with its description', { tag: '@gate' }, async ({ page }) => {
  const { id } = await make(page)
  await openAdmin(page, `/admin/products/${id}`)
  await dialog(page).getByRole('button', { name: 'Media library' }).click()
  const picker = page.getByRole('dialog', { name: 'Choose an image' })
  const search = picker.getByRole('searchbox', { name: 'Search images' })
  await test.step('Escape empties the search for an image before it closes the window', async () => {
    await search.fill('sunscreen')
    await page.keyboard.press('Escape')
    await expect(search).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(picker).toBeHidden()
    await expect(dialog(page)).toBeVisible()
  })
  await dialog(page).getByRole('button', { name: 'Media library' }).click()
  await search.fill('saltlark daily')
  await picker.getByRole('button', { name: 'Tube labeled Saltlark Daily Sun Lotion SPF 30' }).first().click()
  await expect(picker).toBeHidden()
  await expect(dialog(page).getByLabel('Image', { exact: true })).toHaveValue(/^\/media\/.+\.jpg$/)
  await expect(dialog(page).getByLabel('Image description (alt text)')).toHaveValue(
    'Tube labeled Saltlark Daily Sun Lotion SPF 30',
  )
})

test('each Escape opens the confirmation again, and a dialog that the browser closes itself reopens', {
  tag: '@gate',
}, async ({ page }) => {
  const { id } = await make(page)
  await openAdmin(page, `/admin/products/${id}`)
  const name = dialog(page).getByLabel('Name')
  await name.fill('Half a thought')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  for (let time = 0; time < 4; time++) {
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
  }
  await expect(name).toHaveValue('Half a thought')
  await dialog(page).evaluate((element: HTMLDialogElement) => {
    element.close()
    return new Promise((resolve) => element.addEventListener('close', () => setTimeout(resolve)))
  })
  await expect(name).toBeVisible()
  await expect(name).toHaveValue('Half a thought')

  await test.step('unsaved changes are discarded only after a confirmation', async () => {
    const { id } = await make(page)
    await openAdmin(page, `/admin/products/${id}`)
    await dialog(page).getByLabel('Name').fill('Half a thought')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Half a thought')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL('/admin/products')
  })
})

test.describe('two windows', () => {
  test.use({ expectedProblems: /status of 409|^409:/ })

  test('two windows that edit one product do not overwrite each other', { tag: '@gate' }, async ({ page }) => {
    const product = await make(page)
    await openAdmin(page, `/admin/products/${product.id}`)
    await dialog(page).getByLabel('Name').fill(`${product.name} mine`)
    const { id, version: _, ...other } = product
    await page.request.put(`/api/products/${id}`, { data: { ...other, price: '99' } })
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page).getByText('This product was changed in another window.')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Show the other version' }).click()
    await expect(dialog(page).getByLabel('Price')).toHaveValue('99.00')
    await dialog(page).getByLabel('Name').fill(`${product.name} both`)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toBeHidden()
    expect(await (await page.request.get(`/api/products/${id}/source`)).json()).toMatchObject({
      name: `${product.name} both`,
      price: '99.00',
    })
  })
})

test('Delete opens a confirmation, and Undo restores the product at its position', { tag: '@gate' }, async ({
  page,
}) => {
  const { name } = await make(page)
  await make(page)
  const before = await names(page)
  await openAdmin(page, `/admin/products?q=${encodeURIComponent(name)}`)
  await row(page, name).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this product?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, name)).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, name)).toBeVisible()
  expect(await names(page)).toEqual(before)

  await test.step('several products are deactivated, activated and deleted at once', async () => {
    const first = await make(page, { category: 'Bulk' })
    const second = await make(page, { category: 'Bulk' })
    await openAdmin(page, '/admin/products?category=Bulk')
    const chooseAll = () => page.getByRole('columnheader').getByLabel('Select all on this page').check()
    await chooseAll()
    await expect(page.getByText('2 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await expect(page.getByRole('table').getByText('Inactive', { exact: true })).toHaveCount(2)
    await chooseAll()
    await page.getByRole('button', { name: 'Activate', exact: true }).click()
    await expect(page.getByRole('table').getByText('Active', { exact: true })).toHaveCount(2)
    await chooseAll()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alertdialog', { name: 'Delete 2 products?' }).getByRole('button', { name: 'Delete' }).click()
    for (const { name } of [first, second]) await expect.poll(() => names(page)).not.toContain(name)
  })
})

test('a product is moved by the keyboard', { tag: '@gate' }, async ({ page }) => {
  const { name } = await make(page)
  await openAdmin(page, `/admin/products?q=${encodeURIComponent(name)}`)
  await row(page, name)
    .getByRole('button', { name: `More for ${name}` })
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move to the top of the shop' }).press('Enter')
  await expect.poll(async () => (await names(page))[0]).toBe(name)
  await openAdmin(page, '/admin/products')
  await row(page, name)
    .getByRole('button', { name: `More for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await expect.poll(async () => (await names(page))[1]).toBe(name)
  await expect(page.locator('[aria-live=polite]', { hasText: `${name} is number 2 of ` })).toBeAttached()
})

test('an import shows every row’s outcome first, and then does exactly that', { tag: '@gate' }, async ({ page }) => {
  test.slow()
  const { name, affiliateLink } = await make(page)
  const csv = [
    'Title;What it costs;External URL;Type',
    `${name};"31,00";${affiliateLink};Testing`,
    'Imported cream;12;https://shop.example/imported;Testing',
    'Too cheap;-1;https://shop.example/cheap;Testing',
  ].join('\r\n')
  await openAdmin(page, '/admin/products/import')
  const file = { name: 'shop.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${csv}`) }
  await page.getByLabel('Choose a CSV file').setInputFiles(file)
  await expect(page.getByLabel('Field of “Title”')).toHaveValue('name')
  await page.getByLabel('Field of “What it costs”').selectOption('Price')
  await page.getByRole('button', { name: 'Check the rows' }).click()

  const rows = page.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Price: A price cannot be negative')
  await page.getByRole('button', { name: /^All rows 3$/ }).click()
  await expect(rows.nth(0)).toContainText('Price: 24.50 → 31.00')
  await expect(rows.nth(1)).toContainText('Create')
  const start = page.getByRole('button', { name: 'Import 2 products' })
  await expect(start).toBeDisabled()
  await page.getByLabel('Leave out the refused row').check()
  expect(await findings(page)).toEqual([])
  await start.click()
  await expect(page.getByRole('tabpanel').getByText('1 created, 1 updated, 0 unchanged, 1 left out.')).toBeVisible()
  expect(await names(page)).toContain('Imported cream')
  expect(await names(page)).not.toContain('Too cheap')

  await test.step('the shop as a file comes back without a difference', async () => {
    await make(page, { name: '=SUM(A1), "quoted" 🧴' })
    await openAdmin(page, '/admin/products')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('products.csv')
    await page.getByRole('link', { name: 'Import CSV' }).click()
    await page.getByLabel('Choose a CSV file').setInputFiles(await download.path())
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await expect(page.getByRole('button', { name: /^Update 0$/ })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Create 0$/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeDisabled()
  })

  await test.step('questions about ids and currencies are decided for all rows or one, with the keyboard, before the import', async () => {
    const first = await make(page)
    const second = await make(page)
    const csv = [
      'id,name,category,price,link',
      `${first.id},Lipstick one,Lips,$7.50,https://other.example/${first.id}`,
      `${second.id},Lipstick two,Lips,£5.20,https://other.example/${second.id}`,
    ].join('\n')
    await page.setViewportSize({ width: 360, height: 740 })
    await openAdmin(page, '/admin/products/import')
    const file = { name: 'lips.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
    await page.getByLabel('Choose a CSV file').setInputFiles(file)
    await page.getByLabel('Put all into category').fill('Make-up')
    await page.getByRole('button', { name: 'Check the rows' }).press('Enter')

    await expect(page.getByText('2 rows need a decision above.')).toBeVisible()
    const start = page.getByRole('button', { name: /^(?:Import|Nothing|Check the rows again)/ })
    await expect(start).toBeDisabled()
    const rows = page.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem')
    await expect(rows.first()).toContainText(`The id ${first.id} belongs to “${first.name}” here`)
    await page.getByLabel(/^An id that is taken here/).selectOption('Create a new product')
    await page.getByLabel(/^The currency that “\$” stands for/).selectOption('CAD, Canadian Dollar')
    await page.getByLabel(new RegExp(`^Row 3, whose id is that of “${second.name}”`)).selectOption('Leave the row out')
    expect(await findings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await start.press('Enter')
    await expect(start).toHaveText('Import 1 product')
    await expect(start).toBeFocused()
    await start.press('Enter')
    await expect(page.getByRole('tabpanel').getByText('1 created, 0 updated, 0 unchanged, 1 left out.')).toBeVisible()
    const products: OwnerProduct[] = await (await page.request.get('/api/products?status=all')).json()
    expect(products.find(({ name }) => name === 'Lipstick one')).toMatchObject({ currency: 'CAD', category: 'Make-up' })
    expect(products.map(({ name }) => name)).toEqual(expect.arrayContaining([first.name, second.name]))
    expect(products.map(({ name }) => name)).not.toContain('Lipstick two')
  })
})

test('on a phone a row takes two lines until it is opened, and the whole page of the list stays short', async ({
  page,
}) => {
  const { name } = await make(page, { name: 'Compact balm' })
  await page.setViewportSize({ width: 360, height: 740 })
  await openAdmin(page, '/admin/products')
  await expect(page.getByRole('row')).toHaveCount(26)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3200)
  await page.goto(`/admin/products?q=${name}`)
  const line = row(page, name)
  await expect(line).toContainText('$24.50')
  await expect(line.getByRole('button', { name: /^Edit/ })).toBeHidden()
  await line.getByRole('button', { name: `More about ${name}` }).press('Enter')
  await line.getByRole('button', { name: /^Edit/ }).click()
  await expect(dialog(page).getByLabel('Name')).toHaveValue(name)
})

test('an earlier version of a product is compared, shown in the form and saved', { tag: '@gate' }, async ({ page }) => {
  const { id, name, version: _, ...other } = await make(page)
  await page.request.put(`/api/products/${id}`, { data: { ...other, name: `${name} overwritten`, price: '99' } })
  await page.setViewportSize({ width: 360, height: 740 })
  await openAdmin(page, `/admin/products/${id}`)
  await page.getByRole('button', { name: 'Earlier versions' }).press('Enter')
  const versions = page.getByRole('dialog', { name: 'Earlier versions' })
  await versions.getByRole('button', { name: '$24.50' }).press('Enter')
  await expect(versions.getByText(`${name} overwritten`).last()).toBeVisible()
  expect(await findings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await versions.getByRole('button', { name: 'Restore this version' }).press('Enter')
  await expect(versions).toBeHidden()
  const form = page.getByRole('dialog', { name: 'Edit Product' })
  await expect(form.getByLabel('Name')).toHaveValue(name)
  await expect(form.getByLabel('Price')).toHaveValue('24.50')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  expect(await (await page.request.get(`/api/products/${id}/source`)).json()).toMatchObject({
    name,
    price: '24.50',
    version: 3,
  })
})

test.describe('a file that is none', () => {
  test.use({ expectedProblems: /status of 422|^422:/ })

  test('a file of another format is rejected with a sentence', async ({ page }) => {
    await openAdmin(page, '/admin/products/import')
    const buffer = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    await page.getByLabel('Choose a CSV file').setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer })
    await expect(page.getByText('The file is not plain text in UTF-8. Please save it as “CSV UTF-8”.')).toBeVisible()
  })
})

test.describe('broken', () => {
  test.use({ expectedProblems: /status of 500|^500: Broken on purpose$/ })

  test('a list that does not load says so, and tries again', { tag: '@gate' }, async ({ page }) => {
    await failApi(page, '/api/products')
    await openAdmin(page, '/admin/products')
    await expect(page.getByText('The products could not be loaded.')).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('table')).toBeVisible()
  })
})

test('a category is merged into another one, of products where the list shows it, of posts among the categories', async ({
  page,
}) => {
  await make(page, { category: 'Sun stick' })
  await make(page, { category: 'Sun sticks' })
  await page.setViewportSize({ width: 360, height: 740 })
  await openAdmin(page, '/admin/products')
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('Category', { exact: true }).selectOption('Sun stick')
  await page.getByRole('button', { name: 'Merge category' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Merge this category?' })
  await expect(question.getByLabel('Merge it into')).toHaveValue('Sun sticks')
  expect(await findings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await question.getByRole('button', { name: 'Merge', exact: true }).press('Enter')
  await expect(toastOf(page)).toContainText('Its products are in “Sun sticks” now.')
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByLabel('Category', { exact: true })).toHaveValue('Sun sticks')
  await expect(page.getByRole('option', { name: 'Sun stick', exact: true })).toHaveCount(0)

  await openAdmin(page, '/admin/categories')
  await page.getByRole('list', { name: 'Categories' }).getByRole('button', { name: 'Merge' }).first().press('Enter')
  await question.getByRole('button', { name: 'Merge', exact: true }).press('Enter')
  await expect(question.getByText('Please choose a category')).toBeVisible()
})

test('an import offers the category of the shop that one of the file probably means', async ({ page }) => {
  await make(page, { category: 'Face mists' })
  const csv = 'name,category,price,link\nRose mist,Face mist,8,https://shop.example/rose-mist\n'
  await page.setViewportSize({ width: 360, height: 740 })
  await openAdmin(page, '/admin/products/import')
  const file = { name: 'mists.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.getByLabel('Choose a CSV file').setInputFiles(file)
  await page.getByRole('button', { name: 'Check the rows' }).press('Enter')
  const near = page.getByLabel('“Face mist” (1 row): did you mean “Face mists”?')
  await expect(page.getByRole('button', { name: 'Import 1 product' })).toBeEnabled()
  await near.selectOption('Take “Face mists”')
  await page.getByRole('button', { name: 'Check the rows again' }).press('Enter')
  await expect(near).toHaveValue('Face mists')
  await expect(page.getByRole('list', { name: 'Rows of the file' })).toContainText('Category: Face mists')
  expect(await findings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByRole('button', { name: 'Import 1 product' }).press('Enter')
  await expect(page.getByRole('tabpanel').getByText('1 created, 0 updated, 0 unchanged.')).toBeVisible()
  const products: OwnerProduct[] = await (await page.request.get('/api/products?status=all')).json()
  expect(products.find(({ name }) => name === 'Rose mist')).toMatchObject({ category: 'Face mists' })
})

test('an import is undone from its result, and the list of imports says so', async ({ page }) => {
  const { name, affiliateLink } = await make(page)
  const added = `Undone cream ${Date.now()}`
  const csv = [
    'Title;What it costs;External URL;Type',
    `${name};31;${affiliateLink};Testing`,
    `${added};12;https://shop.example/undone;Testing`,
  ]
  await openAdmin(page, '/admin/products/import')
  const file = { name: 'undone.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.join('\r\n')) }
  await page.getByLabel('Choose a CSV file').setInputFiles(file)
  await page.getByLabel('Field of “What it costs”').selectOption('Price')
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByRole('button', { name: 'Import 2 products' }).click()
  await page.getByRole('button', { name: 'Undo import of undone.csv' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Undo this import?' })
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await expect(toastOf(page)).toContainText('1 removed, 1 as before.')
  expect(await names(page)).not.toContain(added)
  await openAdmin(page, '/admin/products/import')
  await expect(page.getByText(/1 created, 1 updated\. Undone: 1 removed, 1 as before\./).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo import of undone.csv' })).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await findings(page)).toEqual([])
})

test('the list, a product and the import are accessible and fit at 360 and 1280 px', { tag: '@gate' }, async ({
  page,
}) => {
  test.slow()
  const { id } = await make(page, { name: `A very long name ${'without-any-space'.repeat(6)}` })
  await openAdmin(page, '/admin/products?q=long')
  await expect(page.getByRole('table')).toBeVisible()
  await expectCleanScreen(page, { tags: wcag })
  await openAdmin(page, `/admin/products/${id}?q=long`)
  await expect(dialog(page).getByLabel('Name')).toBeVisible()
  await expectCleanScreen(page, { tags: wcag })
  await openAdmin(page, '/admin/products/import?q=long')
  await expectCleanScreen(page, { tags: wcag })
})
