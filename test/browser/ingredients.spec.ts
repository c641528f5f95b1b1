import type { APIRequestContext, Page } from '@playwright/test'
import type { OwnerIngredient } from '../../src/contract/content/ingredients.ts'
import type { Product } from '../../src/contract/shop/products.ts'
import { axeFor } from './axe.ts'
import { createFixturePost } from './fixture-posts.ts'
import { expect, openAdmin, test } from './isolated-test.ts'
import { open } from './site-test.ts'

test.use({ expectedProblems: /status of 40[49]|^409: / })

const widths = [1280, 360]

async function make(request: APIRequestContext, data: object): Promise<OwnerIngredient> {
  const response = await request.post('/api/ingredients', { data })
  expect(response.status(), await response.text()).toBe(201)
  return (await response.json()) as OwnerIngredient
}

async function removeAll(request: APIRequestContext): Promise<void> {
  const rows = (await (await request.get('/api/ingredients?status=all')).json()) as OwnerIngredient[]
  if (rows.length === 0) return
  const response = await request.post('/api/ingredients/delete', { data: { ids: rows.map(({ id }) => id) } })
  expect(response.status()).toBe(200)
}

async function findings(page: Page): Promise<string[]> {
  const { violations } = await axeFor(page).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

const long = 'poly'.repeat(24)

const retinol = {
  name: 'Zeta retinol',
  inci: 'Retinol Zeta',
  synonyms: ['Zeta vitamin A'],
  summary: 'Speeds up renewal, slowly.',
  whatItDoes: 'It tells the skin to renew itself.\n\nThat takes weeks.',
  evidence: 'Strong for fine lines.',
  strengths: '0.1 to 1 %',
  startSlowly: 'Twice a week at first.',
  pregnancyNote: 'Leave it out, and ask your doctor.',
  goesWith: [{ name: long, note: long }],
  keepApart: [{ name: 'Something else', note: 'too much at once' }],
  sources: [{ title: `A review ${long}`, url: 'https://journal.example/1' }],
}

test.beforeEach(({ request }) => removeAll(request))

test('the page without ingredients is accessible', async ({ page }) => {
  await open(page, '/ingredients')
  await expect(page.getByText('No ingredients have been written about yet.')).toBeVisible()
  expect(await findings(page)).toEqual([])
})

test('readers look up ingredients from A to Z, and search them', { tag: '@gate' }, async ({ page, request }) => {
  await make(request, retinol)
  await make(request, { name: long, inci: long, summary: `${long} ${long}` })
  for (const name of ['Alpha arbutin', 'Betaine', 'Ceramides', '1,2-Hexanediol']) await make(request, { name })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await open(page, '/ingredients')
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('0–9')
    await expect(page.getByRole('navigation', { name: 'Letters' }).getByRole('link')).toHaveText([
      ...['0–9', 'A', 'B', 'C', 'P', 'Z'],
    ])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('searchbox', { name: 'Search ingredients' }).fill('zeta VITAMIN')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/ingredients?q=zeta%20VITAMIN')
    await expect(page.getByText('1 ingredient found for “zeta VITAMIN”.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText(['Zeta retinol'])
    await page.getByRole('link', { name: 'All ingredients' }).click()
    await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveCount(6)
  }
})

test('the page of an ingredient has everything that was said, and articles lead to it', { tag: '@gate' }, async ({
  page,
  request,
}) => {
  await make(request, retinol)
  const partner = await make(request, { name: long })
  const post = await createFixturePost(request, {
    title: 'Why I like zeta retinol',
    content: '<h2>Zeta retinol</h2><p>I use zeta retinol each evening, and zeta retinol stays in my routine.</p>',
  })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await open(page, `/blog/${post.slug}`)
    const mention = page.getByRole('main').getByRole('link', { name: 'zeta retinol', exact: true })
    await expect(mention).toHaveCount(1)
    await mention.click()
    await expect(page).toHaveURL('/ingredients/zeta-retinol')
    const main = page.getByRole('main')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zeta retinol')
    await expect(main.getByRole('heading', { level: 2 })).toHaveText([
      ...['What it does', 'How strong the evidence is', 'Typical strengths', 'Goes with', 'Keep apart'],
      ...['Start slowly', 'Pregnancy', 'Sources', 'Articles that mention it'],
    ])
    await expect(main.getByRole('link', { name: long, exact: true })).toHaveAttribute(
      'href',
      `/ingredients/${partner.slug}`,
    )
    await expect(main.getByText('INCI: Retinol Zeta')).toBeVisible()
    await expect(main.getByText('Also called Zeta vitamin A')).toBeVisible()
    await expect(main.getByRole('link', { name: 'Why I like zeta retinol' })).toHaveAttribute(
      'href',
      `/blog/${post.slug}`,
    )
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  }
})

// The gate checks these screens in `accessibility.spec.ts`.
test('the list and the page of an ingredient are accessible at 360 and 1280 px, long words too', async ({
  page,
  request,
}) => {
  await make(request, retinol)
  await make(request, { name: long, inci: long, summary: `${long} ${long}` })
  await createFixturePost(request, { content: '<p>I use zeta retinol each evening, and it stays there.</p>' })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/ingredients', '/ingredients/zeta-retinol']) {
      await open(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await findings(page), path).toEqual([])
    }
  }
})

for (const width of widths) {
  const details = width === 1280 ? { tag: '@gate' } : {}
  test(
    `an ingredient is written, edited and deleted with the keyboard at ${width} px`,
    details,
    async ({ page, request }) => {
      test.setTimeout(60_000)
      await page.setViewportSize({ width, height: 800 })
      await openAdmin(page, '/admin/ingredients')
      await page.getByRole('button', { name: 'New Ingredient' }).first().click()
      const form = page.getByRole('dialog', { name: 'New Ingredient' })
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(form.getByText('Name must be at least 2 characters')).toBeVisible()
      await form.getByLabel('Name', { exact: true }).fill('Theta retinol')
      await form.getByRole('button', { name: 'Add synonym' }).click()
      await expect(form.getByLabel('Synonym 1', { exact: true })).toBeFocused()
      await page.keyboard.type('Theta A')
      await page.keyboard.press('Enter')
      await expect(form.getByLabel('Synonym 2', { exact: true })).toBeFocused()
      await page.keyboard.type('Theta vitamin')
      await page.keyboard.press('Enter')
      await form.getByRole('button', { name: 'Remove synonym 1' }).click()
      await expect(form.getByLabel('Synonym 1', { exact: true })).toHaveValue('Theta vitamin')
      await form.getByLabel('What it does').fill('It renews.')
      await form.getByRole('button', { name: 'Add source' }).click()
      await form.getByLabel('Source 1, title').fill('A review')
      await form.getByLabel('Source 1, address').fill('javascript:alert(1)')
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(form.getByText('Please enter a link that begins with http:// or https://')).toBeVisible()
      await form.getByLabel('Source 1, address').fill('https://journal.example/1')
      expect(await findings(page)).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(form).toHaveCount(0)
      expect(await findings(page)).toEqual([])

      const row = page.getByRole('row').filter({ hasText: /Theta retin[oa]l/ })
      // On a phone a row shows its actions once it is opened.
      if (width < 768) await row.getByRole('button', { name: 'More about Theta retinol' }).click()
      await row.getByRole('button', { name: /^Edit ?: Theta retinol/ }).click()
      const edit = page.getByRole('dialog', { name: 'Edit Ingredient' })
      await expect(edit.getByText('Used by 0 products, mentioned in 0 posts')).toBeVisible()
      await expect(edit.getByLabel('Synonym 1', { exact: true })).toHaveValue('Theta vitamin')
      await edit.getByLabel('Name', { exact: true }).fill('Theta retinal')
      const stored = (await (await request.get('/api/ingredients?status=all')).json()) as OwnerIngredient[]
      const { id, version: _version, ...others } = stored.find(({ name }) => name.startsWith('Theta'))!
      await request.put(`/api/ingredients/${id}`, { data: { ...others, summary: 'Elsewhere.' } })
      await edit.getByRole('button', { name: 'Save' }).click()
      await expect(edit.getByText('This ingredient was changed in another window.')).toBeVisible()
      await edit.getByRole('button', { name: 'Save mine' }).click()
      await expect(edit).toHaveCount(0)
      const saved = (await (await request.get('/api/ingredients?status=all')).json()) as OwnerIngredient[]
      expect(saved.map(({ name, summary }) => [name, summary])).toEqual([['Theta retinal', '']])

      await row.getByRole('button', { name: /^Delete ?: Theta retinal/ }).click()
      const confirm = page.getByRole('alertdialog', { name: 'Delete this ingredient?' })
      await expect(confirm.getByText('Used by 0 products, mentioned in 0 posts')).toBeVisible()
      await confirm.getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText('No ingredients yet')).toBeVisible()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(row).toBeVisible()
    },
  )
}

test('a pasted list shows what is known, and creates what is not', { tag: '@gate' }, async ({ page, request }) => {
  await make(request, { name: 'Water', inci: 'Aqua' })
  await page.setViewportSize({ width: 360, height: 800 })
  await openAdmin(page, '/admin/ingredients')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Paste an ingredient list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Paste an ingredient list' })
  await dialog.getByLabel('Ingredient list').fill('INGREDIENTS: AQUA / WATER*, GLYCERIN (5%). May contain: CI 77491')
  await dialog.getByRole('button', { name: 'Find known ingredients' }).click()
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(['1 known', '2 unknown'])
  await expect(dialog.getByRole('link', { name: 'Water' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Create ?: GLYCERIN/ }).click()
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(['2 known', '1 unknown'])
  await expect(dialog.getByRole('link', { name: 'Glycerin' })).toBeVisible()
  await expect(dialog.getByText('Inactive', { exact: true })).toBeVisible()

  await dialog.getByRole('button', { name: 'Add to a product' }).click()
  const picker = page.getByRole('dialog', { name: 'Add to the key ingredients of' })
  const [product] = (await (await request.get('/api/products?limit=1')).json()) as Product[]
  await picker.getByLabel('Find a product').fill(product!.name)
  await picker.getByRole('button', { name: product!.name }).click()
  await expect
    .poll(async () => {
      const [after] = (await (await request.get('/api/products?limit=1')).json()) as Product[]
      return after!.facts.keyIngredients
    })
    .toEqual(expect.arrayContaining([...product!.facts.keyIngredients, 'Water', 'Glycerin']))
  await open(page, '/ingredients/water')
  await expect(page.getByRole('heading', { level: 2, name: 'Products with it' })).toBeVisible()
  const main = page.getByRole('main')
  const section = main.getByRole('region', { name: 'Products with it' })
  await expect(section.getByRole('heading', { level: 3 })).toHaveText([product!.name])
  // The disclosure stands before the first affiliate link.
  const texts = await main.innerText()
  expect(texts.indexOf('commission')).toBeGreaterThan(0)
  expect(texts.indexOf('commission')).toBeLessThan(texts.indexOf('Shop Now'))
  expect(await findings(page)).toEqual([])
})

test('the editor of a post turns its links off', { tag: '@gate' }, async ({ page, request }) => {
  await make(request, { name: 'Zeta retinol' })
  const post = await createFixturePost(request, {
    content: '<p>I use zeta retinol each evening, and it stays there.</p>',
  })
  expect(await (await request.get(`/blog/${post.slug}`)).text()).toContain('data-ingredient')
  await openAdmin(page, `/admin/posts/${post.id}`)
  await page.getByRole('checkbox', { name: 'Link ingredients in this post' }).uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await request.get(`/blog/${post.slug}`)).text()).not.toContain('data-ingredient')
})
