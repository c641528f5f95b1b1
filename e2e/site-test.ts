import { test as base, expect, type Page } from '@playwright/test'

/** A test whose page must not write an error or a warning to the console, unless the test says which are meant. */
export const test = base.extend<{ expectedProblems: RegExp | undefined; problems: string[] }>({
  expectedProblems: [undefined, { option: true }],
  problems: [
    async ({ page, expectedProblems }, use) => {
      const problems: string[] = []
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) problems.push(message.text())
      })
      page.on('pageerror', (error) => problems.push(String(error)))
      await use(problems)
      expect(problems.filter((text) => !expectedProblems?.test(text))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** What the console says of an answer that `failApi` made: the browser's line and the site's own. */
export const brokenOnPurpose = /the server responded with a status of 500|^500: Broken on purpose$/

/** What the console says of a page that is missing on the server. */
export const pageMissing = /the server responded with a status of 404/

/** What the console says of a page that is missing, and of the owner's area, which asks who is signed in. */
export const missingOrSignedOut = /the server responded with a status of 40[14]/

/** What the console says when the server is asked who is signed in, and nobody is. */
export const nobodySignedIn = /the server responded with a status of 401/

/** Resolves when React has taken over: only then does a click stay in the app. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')))
}

/** Headers of a request from an address that no other has, so that no limit is met by accident. */
export function fromElsewhere(): Record<string, string> {
  const part = () => Math.floor(Math.random() * 256)
  return { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` }
}

/** Opens a page and waits until it is alive. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page)
}

/** Follows the first visible link to `href`, which stays in the app. */
export async function follow(page: Page, href: string): Promise<void> {
  await page.locator(`a[href="${href}"]:visible`).first().click()
}

/** Goes to an address within the app where no link leads there. */
export async function jump(page: Page, href: string): Promise<void> {
  await page.evaluate((next) => {
    window.history.pushState(null, '', next)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, href)
}

/** Lets every answer of the API below `path` fail with a status. */
export async function failApi(page: Page, path: string | RegExp, status = 500): Promise<void> {
  await page.route(below(path), (route) => route.fulfill({ status, json: { message: 'Broken on purpose' } }))
}

/** Holds back every answer of the API below `path` until the returned function is called. */
export async function holdApi(page: Page, path: string | RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(below(path), async (route) => {
    await released
    await route.fallback()
  })
  return release
}

/** Changes what the API answers below `path`. */
export async function changeApi<Body>(page: Page, path: string | RegExp, change: (body: Body) => unknown) {
  await page.route(below(path), async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as Body) })
  })
}

/** Answers calls of the API below `path` without the server; the returned list holds what was sent. */
export async function answerApi(page: Page, path: string | RegExp, json: unknown, status = 201): Promise<Sent[]> {
  const sent: Sent[] = []
  await page.route(below(path), async (route) => {
    const request = route.request()
    sent.push({ body: request.postDataJSON(), headers: await request.allHeaders() })
    await route.fulfill({ status, json })
  })
  return sent
}

export type Sent = { body: unknown; headers: Record<string, string> }

/** Counts the requests whose path and query match. */
export function countRequests(page: Page, path: string | RegExp): () => number {
  const pattern = below(path)
  let count = 0
  page.on('request', (request) => {
    if (pattern.test(request.url())) count += 1
  })
  return () => count
}

/**
 * Opens `/admin` as the owner with the categories left out of what the server sends along. That page shows none, so
 * nothing else of it changes; the next page has to ask for them.
 */
export async function openWithoutCategories(page: Page): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { username: 'admin', password: 'dewlight-demo' } })
  expect(answer.status()).toBe(200)
  await page.route('**/admin', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const body = html.replace('[["/api/categories"],', '[["/api/left-out"],')
    expect(body).not.toBe(html)
    await route.fulfill({ response, body })
  })
  await open(page, '/admin')
  await expect(page.getByRole('link', { name: 'View Site' })).toBeVisible()
}

function below(path: string | RegExp): RegExp {
  return typeof path === 'string' ? new RegExp(`${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:[/?]|$)`) : path
}
