import type { Page } from '@playwright/test'
import { owner } from '../demo-owner.ts'
import { freePort } from '../postgres.ts'
import { type IsolatedSite, startIsolatedSite } from './isolated-site.ts'
import { openAdmin } from './owner.ts'
import { expectCleanScreen } from './screen-checks.ts'
import { expect, hydrated, open, test } from './site-test.ts'

const sections = [
  'brand',
  'home',
  'blog-and-shop',
  'newsletter',
  'about',
  'author',
  'contact',
  'region',
  'menus',
  'verification',
  'security',
  'mail',
  'networks',
  'backups',
  'export',
  'import',
  'personal-data',
  'jobs',
  'activity',
]

test('Settings: every section is accessible and fits a phone', { tag: '@gate' }, async ({ page }) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 360, height: 740 })
  await openAdmin(page, '/admin/settings')
  await expect(page.getByRole('heading', { level: 3, name: 'Mail and readers' })).toBeVisible()
  await expectCleanScreen(page, { height: 740 })
  for (const section of sections) {
    await test.step(section, async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      await page.getByRole('navigation', { name: 'Sections of the settings' }).locator(`a[href$="/${section}"]`).click()
      await expect(page).toHaveURL(`/admin/settings/${section}`)
      await expect(page.getByRole('heading', { level: 2, name: 'Settings' })).toBeVisible()
      await expect(page.getByRole('tabpanel').getByText('Loading...')).toHaveCount(0)
      await expectCleanScreen(page, { height: 740 })
      await page.setViewportSize({ width: 360, height: 740 })
      await page.getByRole('link', { name: 'All settings' }).click()
      await expect(page).toHaveURL('/admin/settings')
    })
  }
})

test('the sections are listed next to the settings, each with its own URL', { tag: '@gate' }, async ({ page }) => {
  await openAdmin(page, '/admin/settings')
  const nav = page.getByRole('navigation', { name: 'Sections of the settings' })
  await expect(nav.getByRole('link', { name: 'Brand' })).toHaveAttribute('aria-current', 'page')
  await nav.getByRole('link', { name: 'Region' }).click()
  await expect(page).toHaveURL(/\/admin\/settings\/region$/)
  await expect(page.getByLabel('Time zone', { exact: true })).toHaveValue('America/New_York')
  await page.goBack()
  await expect(page.getByLabel('Site name', { exact: true })).toHaveValue('Dewlight')
})

test('an error is shown at its field, and nothing is sent', { tag: '@gate' }, async ({ page }) => {
  await openAdmin(page, '/admin/settings/contact')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
  await page.getByLabel('YouTube', { exact: true }).fill('youtube.com/@me')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please enter an address that begins with https://')).toBeVisible()
  await expect(page.getByLabel('YouTube', { exact: true })).toBeFocused()
  expect(sent).toEqual([])
})

test('settings that are not saved are not lost by a wrong click', { tag: '@gate' }, async ({ page }) => {
  await openAdmin(page, '/admin/settings/home')
  await page.getByLabel('Headline', { exact: true }).fill('Skin, slowly')
  await expect(page.getByRole('figure', { name: 'On the home page' })).toContainText('Skin, slowly')
  await page.getByRole('link', { name: 'About', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Headline', { exact: true })).toHaveValue('Skin, slowly')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Headline', { exact: true })).toHaveValue('Build a skincare routine with confidence')
  await page.getByRole('link', { name: 'About', exact: true }).click()
  await expect(page.getByText('The About page is written under Pages.')).toBeVisible()

  await test.step('the page stays where it is when changes are discarded', async () => {
    await openAdmin(page, '/admin/settings/brand')
    await page.getByLabel('Site name', { exact: true }).fill('Another name')
    const place = await page.evaluate(() => window.scrollY)
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.locator('form:focus')).toHaveCount(1)
    await expect(page.getByLabel('Site name', { exact: true })).toHaveValue('Dewlight')
    expect(await page.evaluate(() => window.scrollY)).toBe(place)
  })
})

test.describe('on an isolated site', () => {
  let site: IsolatedSite

  test.beforeAll(async () => {
    test.setTimeout(180_000)
    site = await startIsolatedSite(await freePort())
  })

  test.afterAll(() => site.stop())

  test('what the owner changes is live, goes back to its default, is not overwritten, and is listed', {
    tag: '@gate',
  }, async ({ page }) => {
    test.setTimeout(120_000)
    const { origin } = site
    await signInAt(page, origin)

    await test.step('what the owner changes is on every public page at once', async () => {
      const text = async (address: string) => (await page.request.get(origin + address)).text()
      // All pages are cached before the changes.
      for (const address of ['/', '/blog', '/shop', '/about', '/feed.xml', '/share/site.png']) await text(address)
      const imageBefore = await (await page.request.get(`${origin}/share/site.png`)).body()

      await change(page, origin, 'brand', { 'Site name': 'Petal & Dew', Tagline: 'Skin, gently.' })
      await change(page, origin, 'home', { Headline: 'Less, but better' })
      await change(page, origin, 'blog-and-shop', {
        'Heading of the blog': 'Fresh from the notebook',
        'Card badge': 'Notebook',
        'Affiliate disclosure': 'Some links pay me a commission. You never pay more.',
      })
      const about = { aboutText: 'I am Nora.\n\nI test everything on myself.' }
      expect((await page.request.put(`${origin}/api/settings`, { data: about })).status()).toBe(200)

      await open(page, `${origin}/`)
      await expect(page).toHaveTitle('Petal & Dew | Less, but better')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Less, but better')
      await expect(page.getByText('Skin, gently.')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Fresh from the notebook' })).toBeVisible()
      await expect(page.getByText('Some links pay me a commission. You never pay more.')).toBeVisible()
      await expect(page.locator('meta[property="og:site_name"]')).toHaveAttribute('content', 'Petal & Dew')
      const data = await page.locator('script[type="application/ld+json"]').first().textContent()
      expect(JSON.parse(data!)).toMatchObject({ '@type': 'WebSite', name: 'Petal & Dew' })

      await open(page, `${origin}/blog`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fresh from the notebook')
      await expect(page.getByRole('article').first()).toContainText('Notebook')
      await open(page, `${origin}/about`)
      await expect(page.getByText('I test everything on myself.')).toBeVisible()
      expect(await text('/shop')).toContain('Some links pay me a commission.')
      expect(await text('/feed.xml')).toContain('<title>Petal &amp; Dew</title>')
      const imageAfter = await (await page.request.get(`${origin}/share/site.png`)).body()
      expect(imageAfter.equals(imageBefore)).toBe(false)
    })

    await test.step('a logo from the media library stands in the header and the footer, and can be removed', async () => {
      await open(page, `${origin}/admin/settings/brand`)
      await page.getByRole('tabpanel').getByRole('link', { name: 'Appearance' }).click()
      await page.getByRole('button', { name: 'Media library' }).first().click()
      const picker = page.getByRole('dialog', { name: 'Choose an image' })
      await picker.getByRole('list').getByRole('button').first().click()
      await expect(picker).toBeHidden()
      await save(page)
      await open(page, `${origin}/`)
      await expect(page.getByRole('img', { name: 'Petal & Dew' })).toHaveCount(2)
      await open(page, `${origin}/admin/appearance`)
      await page.getByRole('button', { name: 'Remove: Logo', exact: true }).click()
      await save(page)
      await open(page, `${origin}/`)
      await expect(page.getByRole('img', { name: 'Petal & Dew' })).toHaveCount(0)
    })

    await test.step('what has its home elsewhere is shown with the way there, and what was written here is not lost', async () => {
      await open(page, `${origin}/admin/settings/about`)
      const panel = page.getByRole('tabpanel')
      await expect(panel.getByText('readers see this text, which was written here')).toBeVisible()
      await expect(panel.getByRole('blockquote')).toContainText('I am Nora.')
      await expect(panel.getByRole('link', { name: 'Pages' })).toHaveAttribute('href', '/admin/pages')
      await expect(panel.getByRole('textbox')).toHaveCount(0)
      const about = { title: 'About me', slug: 'about', content: `<p>${'Written under Pages. '.repeat(4)}</p>` }
      const created = await page.request.post(`${origin}/api/pages`, {
        data: { ...about, publishedAt: new Date(Date.now() - 1000).toISOString() },
      })
      expect(created.status(), await created.text()).toBe(201)
      await open(page, `${origin}/admin/settings/about`)
      await expect(panel.getByText('Readers see the text that you have published there.')).toBeVisible()

      const bio = 'Reads every label twice.'
      const cleared = await page.request.put(`${origin}/api/settings`, { data: { authorBio: '' } })
      expect(cleared.status()).toBe(200)
      const profile = await page.request.put(`${origin}/api/auth/profile`, { data: { name: 'Nora', bio } })
      expect(profile.status()).toBe(200)
      await open(page, `${origin}/admin/settings/author`)
      await page.getByRole('button', { name: 'Use it here' }).click()
      await expect(page.getByLabel('Short biography', { exact: true })).toHaveValue(bio)
      await expect(page.getByLabel('Short biography', { exact: true })).toBeFocused()
      await page.getByRole('button', { name: 'Discard' }).click()
    })

    await test.step('the author stands above and below an article', async () => {
      const change = (data: object) => page.request.put(`${origin}/api/settings`, { data })
      expect((await change({ authorName: 'Mara Vale', authorBio: 'Writes slowly.' })).status()).toBe(200)
      await open(page, `${origin}/blog/retinol-for-beginners`)
      await expect(page.locator('.byline')).toBeVisible()
      await expect(page.getByRole('region', { name: 'Mara Vale' })).toBeVisible()
      expect((await change({ authorName: '', authorBio: '' })).status()).toBe(200)
    })

    await test.step('a setting goes back to its default', async () => {
      await open(page, `${origin}/admin/settings/blog-and-shop`)
      await page.getByRole('button', { name: 'Reset to default: Card badge' }).click()
      await expect(page.getByLabel('Card badge', { exact: true })).toHaveValue('Fashion')
      await save(page)
      await open(page, `${origin}/blog`)
      await expect(page.getByRole('article').first()).toContainText('Fashion')
    })

    await test.step('of two windows the second one is told, and keeps what was typed', async () => {
      await open(page, `${origin}/admin/settings/region`)
      await page.getByLabel('Currency', { exact: true }).selectOption('EUR')
      const other = await page.request.put(`${origin}/api/settings`, { data: { timeZone: 'Europe/Paris' } })
      expect(other.status()).toBe(200)
      await page.getByRole('button', { name: 'Save' }).click()
      const notice = page.getByRole('alert').filter({ hasText: 'changed in another window' })
      await expect(page.getByLabel('Currency', { exact: true })).toHaveValue('EUR')
      await notice.getByRole('button', { name: 'Save mine' }).click()
      await expect(notice).toHaveCount(0)
      await expect(page.getByText('Unsaved changes')).toBeHidden()
      await expect(page.getByLabel('Time zone', { exact: true })).toHaveValue('Europe/Paris')
      await expect(page.getByLabel('Currency', { exact: true })).toHaveValue('EUR')
    })

    await test.step('everything that was changed is listed, in the site’s time zone', async () => {
      // Without its cookie the device is a new one.
      await page.context().clearCookies()
      await signInAt(page, origin)
      await open(page, `${origin}/admin/settings/activity`)
      const rows = page.getByRole('table', { name: 'Activity' }).getByRole('row')
      await expect(rows.nth(1)).toContainText('Signed in on a new device: Chrome on Linux')
      await expect(rows.filter({ hasText: 'Changed' }).first()).toContainText('Changed settings: Currency')
      await expect(rows.filter({ hasText: 'Changed settings: About text' })).toHaveCount(1)
      await page.getByRole('searchbox', { name: 'Search the activity' }).fill('brand')
      await expect(rows.nth(1)).toContainText('Changed settings: Site name, Tagline')
      await page.getByRole('combobox', { name: 'About' }).selectOption('Posts')
      await expect(page.getByText('Nothing matches.')).toBeVisible()
    })
  })
})

// A frame without scripts runs none of the tests either.
test.use({
  expectedProblems:
    /the server responded with a status of 409|^409: |^Blocked script execution in '[^']+\/api\/appearance\/preview/,
})

async function signInAt(page: Page, origin: string): Promise<void> {
  expect((await page.request.post(`${origin}/api/auth/login`, { data: owner })).status()).toBe(200)
}

/** Fills fields of a section by label and saves them. */
async function change(page: Page, origin: string, section: string, fields: Record<string, string>): Promise<void> {
  await page.goto(`${origin}/admin/settings/${section}`)
  await hydrated(page)
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
  await save(page)
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
}
