import type { Rule } from '../../src/contract/app/rules.ts'
import { openAdmin } from './owner.ts'
import { changeApi, expect, failApi, test } from './site-test.ts'

test('a rule that needs the owner says why and leads to what fixes it, before the kept ones', {
  tag: '@gate',
}, async ({ page }) => {
  await changeApi<Rule[]>(page, '/api/rules', (rules) =>
    rules.map((rule) =>
      rule.key === 'facts'
        ? {
            ...rule,
            state: 'needs-you',
            places: [{ label: 'A calm morning', href: '/admin/posts/1' }],
            more: 4,
            fix: { label: 'Fill in the facts', href: '/admin/settings/facts' },
          }
        : { ...rule, state: 'kept' },
    ),
  )
  await openAdmin(page)
  await page.getByRole('tab', { name: 'Rules' }).click()
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText('1 rule needs you')
  const open = page.getByRole('list', { name: 'Rules that need you' })
  await expect(open).toContainText('Needs you')
  await expect(open.getByRole('link', { name: 'A calm morning' })).toHaveAttribute('href', '/admin/posts/1')
  await expect(open).toContainText('and 4 more')
  await expect(page.getByRole('list', { name: 'Kept: Mails' })).toContainText('One click ends a newsletter')
  await open.getByRole('link', { name: /^Fill in the facts/ }).press('Enter')
  await expect(page.getByRole('heading', { level: 3, name: 'Legal facts' })).toBeVisible()
})

test('a site that keeps every rule says so', async ({ page }) => {
  await changeApi<Rule[]>(page, '/api/rules', (rules) => rules.map((rule) => ({ ...rule, state: 'kept' })))
  await openAdmin(page)
  await page.getByRole('tab', { name: 'Rules' }).click()
  await expect(page.getByText('Every rule is kept.')).toBeVisible()
})

test.describe('a failing server', () => {
  test.use({ expectedProblems: /status of 500|^500: Broken on purpose$/ })

  test('rules that cannot be loaded say so', async ({ page }) => {
    await failApi(page, '/api/rules')
    await openAdmin(page)
    await page.getByRole('tab', { name: 'Rules' }).click()
    await expect(page.getByRole('alert')).toContainText('The rules could not be loaded.')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  })
})
