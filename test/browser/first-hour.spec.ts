import type { Page } from '@playwright/test'
import { axeFor } from './axe.ts'
import { startIsolatedSite } from './isolated-site.ts'
import { expect, hydrated, open, test } from './site-test.ts'

const port = Number(process.env.E2E_PORT ?? 3210) + 440

test.use({ timezoneId: 'Europe/Lisbon', expectedProblems: /status of 401/ })

/** Publishes a post by the API, as the editor does. */
async function publish(page: Page, origin: string): Promise<void> {
  const response = await page.request.post(`${origin}/api/posts`, {
    data: {
      title: 'My very first post',
      slug: 'my-very-first-post',
      content: '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel.</p>',
      coverImage: 'https://example.com/cover.jpg',
      imageAlt: 'A towel',
      isPinOptimized: false,
      publishedAt: new Date().toISOString(),
      categoryId: null,
    },
  })
  expect(response.status(), await response.text()).toBe(201)
}

for (const [index, width] of [360, 1280].entries()) {
  const gate = { tag: width === 1280 ? '@gate' : [] }
  test.describe(`a new site at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('its owner signs in, is welcomed, and the checklist ticks itself', gate, async ({ page }) => {
      test.setTimeout(120_000)
      const origin = `http://localhost:${port + index}`
      const site = await startIsolatedSite(port + index, { env: { SITE_URL: origin }, isEmpty: true })
      try {
        await page.goto(/http:\/\/localhost:\d+\/setup\?token=[\w-]{43}/.exec(site.output())![0])
        await hydrated(page)
        await page.getByLabel('Username').fill('ada')
        await page.getByLabel('Password').fill('a sentence that is mine')
        await page.getByRole('button', { name: 'Make my account' }).click()

        const form = page.getByRole('form', { name: 'Welcome' })
        await expect(page.getByRole('heading', { level: 2, name: 'Welcome' })).toBeVisible()
        await expect(form.getByLabel('Time zone')).toHaveValue('Europe/Lisbon')
        await expect(form.getByLabel('Currency')).toHaveValue('EUR')
        await expect(form.getByLabel('Site name')).toHaveValue('')
        const { violations } = await axeFor(page).analyze()
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)

        // Typed text outlives the tab.
        await form.getByLabel('Site name').fill('Calm Skin')
        await form.getByRole('radio', { name: 'Sage' }).press('Space')
        await page.reload()
        await expect(form.getByLabel('Site name')).toHaveValue('Calm Skin')
        await expect(form.getByRole('radio', { name: 'Sage' })).toBeChecked()
        await form.getByLabel('Email').fill('not an address')
        await form.getByRole('button', { name: 'Save and continue' }).click()
        await expect(form.getByText('Please enter a valid email address')).toBeVisible()
        await form.getByLabel('Email').fill('ada@calm-skin.example')
        await form.getByLabel('Email').press('Enter')

        await expect(page.getByRole('heading', { level: 2, name: 'Overview' })).toBeVisible()
        const steps = page.getByRole('list', { name: 'First steps' })
        await expect(steps.getByRole('link', { name: 'Give the site its name (done)' })).toBeVisible()
        await expect(steps.getByRole('link', { name: 'Publish your first post (not done yet)' })).toBeVisible()
        expect(await (await page.request.get(`${origin}/api/site`)).json()).toMatchObject({
          brand: 'Calm Skin',
          email: 'ada@calm-skin.example',
          timeZone: 'Europe/Lisbon',
          currency: 'EUR',
          appearance: { palette: 'sage' },
        })
        await page.reload()
        await expect(page.getByRole('heading', { level: 2, name: 'Overview' })).toBeVisible()

        await publish(page, origin)
        await page.reload()
        await expect(steps.getByRole('link', { name: 'Publish your first post (done)' })).toBeVisible()
        await steps.getByRole('link', { name: 'Say who writes here' }).click()
        await expect(page).toHaveURL(`${origin}/admin/pages`)
        await expect(page.getByRole('button', { name: 'Edit: About' })).toBeVisible()
        await open(page, `${origin}/admin`)
        await page.getByRole('button', { name: 'Hide this list' }).click()
        await expect(steps).toHaveCount(0)
        await page.reload()
        await expect(page.getByRole('list', { name: 'Health' })).toBeVisible()
        await expect(steps).toHaveCount(0)
      } finally {
        await page.goto('about:blank')
        await site.stop()
      }
    })

    test('the welcome can be skipped, and comes back from the checklist alone', gate, async ({ page }) => {
      test.setTimeout(120_000)
      const origin = `http://localhost:${port + 2 + index}`
      const env = { SITE_URL: origin, ADMIN_USERNAME: 'ada', ADMIN_PASSWORD: 'a sentence that is mine' }
      const site = await startIsolatedSite(port + 2 + index, { env, isEmpty: true })
      try {
        await open(page, `${origin}/login`)
        await page.getByLabel('Username').fill('ada')
        await page.getByLabel('Password').fill('a sentence that is mine')
        await page.getByRole('button', { name: 'Login' }).click()
        await page.getByRole('button', { name: 'Skip for now' }).click()
        await expect(page.getByRole('heading', { level: 2, name: 'Overview' })).toBeVisible()
        await page.reload()
        await expect(page.getByRole('heading', { level: 2, name: 'Overview' })).toBeVisible()
        await page.getByRole('link', { name: 'Give the site its name (not done yet)' }).click()
        await expect(page).toHaveURL(`${origin}/admin/welcome`)
        await page.getByLabel('Site name').fill('Calm Skin')
        await page.getByRole('button', { name: 'Save and continue' }).click()
        await expect(page.getByRole('link', { name: 'Give the site its name (done)' })).toBeVisible()
      } finally {
        await page.goto('about:blank')
        await site.stop()
      }
    })
  })
}
