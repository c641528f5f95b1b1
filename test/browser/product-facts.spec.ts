import type { Page } from '@playwright/test'
import { blankFacts } from '../../src/contract/shop/product-facts.ts'
import type { OwnerProduct } from '../../src/contract/shop/products.ts'
import { axeFor } from './axe.ts'
import { expect, openAdmin, test } from './isolated-test.ts'

test.describe.configure({ mode: 'default' })

let count = 0

async function make(page: Page, over: object = {}): Promise<OwnerProduct> {
  const number = ++count
  const data = {
    name: `Fact balm ${number}`,
    category: 'Testing',
    price: '24.00',
    affiliateLink: `https://shop.example/fact-${number}`,
    ...over,
  }
  const answer = await page.request.post('/api/products', { data })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as OwnerProduct
}

const dialog = (page: Page) => page.getByRole('dialog')
const group = (page: Page, title: string) => dialog(page).locator('summary').filter({ hasText: title })

async function read(page: Page, id: number): Promise<OwnerProduct> {
  return (await (await page.request.get(`/api/products/${id}/source`)).json()) as OwnerProduct
}

async function findings(page: Page): Promise<string[]> {
  const { violations } = await axeFor(page).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)
}

for (const width of [1280, 360]) {
  const details = width === 1280 ? { tag: '@gate' } : {}
  test(`the facts of a product are written by keyboard alone at ${width} px`, details, async ({ page }) => {
    test.slow()
    await page.setViewportSize({ width, height: 800 })
    await make(page, { facts: { concerns: ['Redness'], keyIngredients: ['Niacinamide'], brand: 'Birch' } })
    const { id } = await make(page)
    await openAdmin(page, `/admin/products/${id}`)
    const { keyboard } = page

    const open = async (title: string) => {
      await group(page, title).focus()
      await keyboard.press('Enter')
    }
    const field = (label: string) => dialog(page).getByLabel(label, { exact: true })
    const type = async (label: string, text: string) => {
      await field(label).focus()
      await keyboard.type(text)
    }

    await open('Facts')
    await type('Brand', 'Oat & Co')
    await type('Size', '50')
    await expect(dialog(page).getByText('$0.48 per ml, $14.20 per fl oz')).toBeVisible()
    await type('Texture', 'Gel')
    await type('Key ingredients', 'Niacinamide')
    await keyboard.press('Enter')
    await keyboard.type('1,2-Hexanediol')
    await keyboard.press('Enter')
    await keyboard.type('Zinc,')
    await keyboard.press('Backspace')
    await keyboard.type('Oat')
    const suggested = dialog(page).locator('datalist option')
    await expect(suggested.and(page.locator('[value="Birch"]'))).toHaveCount(1)
    await field('Vegan').focus()
    await keyboard.type('Yes')
    await field('Alcohol-free').focus()
    await keyboard.type('No')
    await type('SPF', '30')

    await open('Who it is for')
    await field('Dry').focus()
    await keyboard.press('Space')
    await field('Sensitive').focus()
    await keyboard.press('Space')
    await expect(suggested.and(page.locator('[value="Redness"]'))).toHaveCount(1)
    await type('Concerns', 'Redness')
    await keyboard.press('Enter')
    await type('For whom', 'Dry skin')

    await open('Verdict')
    await field('Your rating').focus()
    for (let press = 0; press < 9; press += 1) await keyboard.press('ArrowRight')
    await expect(field('Your rating')).toHaveAttribute('aria-valuetext', '4.5 out of 5')
    await keyboard.press('Delete')
    await expect(field('Your rating')).toHaveAttribute('aria-valuetext', 'No rating')
    for (let press = 0; press < 7; press += 1) await keyboard.press('ArrowRight')
    await type('Verdict in a line', 'Calm in a jar.')
    await dialog(page).getByRole('button', { name: 'Add a pro' }).focus()
    await keyboard.press('Enter')
    await expect(field('Pro 1')).toBeFocused()
    await keyboard.type('Cheap')
    await keyboard.press('Enter')
    await expect(field('Pro 2')).toBeFocused()
    await keyboard.type('Kind')
    await keyboard.press('Enter')
    await expect(field('Pro 3')).toBeFocused()
    await keyboard.press('Backspace')
    await expect(field('Pro 2')).toBeFocused()
    await dialog(page).getByRole('button', { name: 'Add a con' }).focus()
    await keyboard.press('Enter')
    await expect(field('Con 1')).toBeFocused()

    await open('Shops')
    await type('Shop', 'Oat Shop')
    await field('Price checked on').fill('2026-02-01')
    await dialog(page).getByRole('button', { name: 'Add a shop' }).focus()
    await keyboard.press('Enter')
    await expect(field('Name of shop 2')).toBeFocused()
    await keyboard.type('Other')
    await type('Link to shop 2', 'other.example/a')
    await type('Price at shop 2', '22.5')

    await open('Disclosure')
    await field('Disclosed as').focus()
    await keyboard.type('Gifted')
    await type('Tested for (weeks)', '6')

    const overflow = await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    expect(await findings(page)).toEqual([])
    if (process.env.SHOTS) await dialog(page).screenshot({ path: `${process.env.SHOTS}/product-form-${width}.png` })

    await keyboard.press('Enter')
    await expect(dialog(page)).toBeHidden()
    expect((await read(page, id)).facts).toEqual({
      ...blankFacts,
      brand: 'Oat & Co',
      sizeAmount: 50,
      texture: 'Gel',
      keyIngredients: ['Niacinamide', '1,2-Hexanediol', 'Oat'],
      vegan: true,
      alcoholFree: false,
      spf: 30,
      skinTypes: ['dry', 'sensitive'],
      concerns: ['Redness'],
      forWhom: 'Dry skin',
      rating: 3.5,
      verdict: 'Calm in a jar.',
      pros: ['Cheap', 'Kind'],
      shopName: 'Oat Shop',
      priceCheckedOn: '2026-02-01',
      otherShops: [{ name: 'Other', link: 'https://other.example/a', price: '22.50', currency: 'USD', checkedOn: '' }],
      obtained: 'gifted',
      testedWeeks: 6,
    })
  })
}

test('a form that is only opened changes nothing, and a save without facts keeps them', { tag: '@gate' }, async ({
  page,
}) => {
  const facts = {
    ...blankFacts,
    brand: 'Kept',
    vegan: false,
    rating: 0,
    sizeAmount: 1.7,
    sizeUnit: 'fl oz' as const,
    skinTypes: ['oily' as const],
    pros: ['One'],
    otherShops: [{ name: 'O', link: 'https://o.example/', price: '', currency: 'EUR', checkedOn: '2026-01-31' }],
  }
  const product = await make(page, { facts })
  await openAdmin(page, `/admin/products/${product.id}`)
  for (const title of ['Facts', 'Who it is for', 'Verdict', 'Shops', 'Disclosure']) await group(page, title).click()
  await expect(dialog(page).getByLabel('Vegan')).toHaveValue('false')
  await expect(dialog(page).getByLabel('Oily')).toBeChecked()
  await expect(dialog(page).getByLabel('Your rating')).toHaveAttribute('aria-valuetext', '0 out of 5')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await openAdmin(page, `/admin/products/${product.id}`)
  await dialog(page).getByLabel('Price', { exact: true }).fill('30')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toBeHidden()
  expect(await read(page, product.id)).toMatchObject({ price: '30.00', facts, slug: product.slug })
})

test.describe('a save that is refused', () => {
  test.use({ expectedProblems: /status of 422|^422:/ })

  test('a wrong fact opens its group and has the focus, and what was typed stays; a slug that is taken is refused at its field', {
    tag: '@gate',
  }, async ({ page }) => {
    await test.step('a wrong fact opens its group and has the focus, and what was typed stays', async () => {
      const { id } = await make(page)
      await openAdmin(page, `/admin/products/${id}`)
      await group(page, 'Disclosure').click()
      await dialog(page).getByLabel('Tested for (weeks)').fill('many')
      await group(page, 'Disclosure').click()
      await group(page, 'Facts').click()
      await dialog(page).getByLabel('Brand').fill('Kept')
      await group(page, 'Facts').click()
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await expect(dialog(page).getByText('Please enter a number')).toBeVisible()
      await expect(dialog(page).getByLabel('Tested for (weeks)')).toBeFocused()
      await dialog(page).getByLabel('Tested for (weeks)').fill('4')
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await expect(dialog(page)).toBeHidden()
      expect((await read(page, id)).facts).toMatchObject({ testedWeeks: 4, brand: 'Kept' })
    })
    await test.step('a slug that is taken is refused at its field, and the list shows brand, rating and the page', async () => {
      const taken = await make(page)
      const { id, name, slug } = await make(page, { facts: { brand: 'Birch', rating: 4.5 } })
      await openAdmin(page, `/admin/products?q=${encodeURIComponent(name)}`)
      const row = page.getByRole('row').filter({ hasText: name })
      await expect(row).toContainText('Birch')
      await expect(row).toContainText('★ 4.5')
      await openAdmin(page, `/admin/products/${id}`)
      await expect(dialog(page).getByRole('link', { name: 'View page' })).toHaveAttribute('href', `/shop/${slug}`)
      await group(page, 'Facts').click()
      await dialog(page).getByLabel('Slug').fill(taken.slug)
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await expect(dialog(page).getByText('Another product has this slug. Please choose another one.')).toBeVisible()
      await expect(dialog(page).getByLabel('Slug')).toBeFocused()
    })
  })
})
