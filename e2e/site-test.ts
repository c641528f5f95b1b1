import { test as base, expect, type Page } from '@playwright/test'

/** A test whose page must not write an error or a warning to the console, unless the test says which are meant. */
export const test = base.extend<{ expectedProblems: RegExp[]; problems: string[] }>({
  expectedProblems: [[], { option: true }],
  problems: [
    async ({ page, expectedProblems }, use) => {
      const problems: string[] = []
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) problems.push(message.text())
      })
      page.on('pageerror', (error) => problems.push(String(error)))
      await use(problems)
      expect(problems.filter((text) => !expectedProblems.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Resolves when React has taken over: only then does a click stay in the app. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')))
}

/** Lets every answer of the API below `path` fail with a status. */
export async function failApi(page: Page, path: string | RegExp, status = 500): Promise<void> {
  const pattern =
    typeof path === 'string' ? new RegExp(`${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:[/?]|$)`) : path
  await page.route(pattern, (route) => route.fulfill({ status, json: { message: 'Broken on purpose' } }))
}
