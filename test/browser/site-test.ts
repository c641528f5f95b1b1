import { test as base, expect, type Page } from '@playwright/test'

/** A test that fails on console errors and warnings, except `expectedProblems`, and on a lost focus in the admin. */
export const test = base.extend<{ expectedProblems: RegExp | undefined; problems: string[] }>({
  expectedProblems: [undefined, { option: true }],
  problems: [
    async ({ page, expectedProblems }, use) => {
      const problems: string[] = []
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) problems.push(message.text())
      })
      page.on('pageerror', (error) => problems.push(String(error)))
      await page.addInitScript(reportLostFocus)
      await use(problems)
      expect(problems.filter((text) => !expectedProblems?.test(text))).toEqual([])
    },
    { auto: true },
  ],
})

/**
 * Reports an act of the admin whose control is gone or disabled and that has left the focus on nothing for a second, until the
 * next act.
 */
function reportLostFocus(): void {
  const removing =
    /^(Acknowledge|Activate|Clear|Deactivate|Delete|Discard|Leave out|Load more|Mark|Next page|Previous page|Refresh|Remove|Restore|Show more|Spam|Unsubscribe)\b/
  let control: Element | null | undefined
  let isGone = false
  let lostSince: number | undefined
  const end = () => {
    control = undefined
    isGone = false
    lostSince = undefined
  }
  const begin = ({ target }: Event) => {
    end()
    control = target instanceof Element ? target.closest('button, [role="menuitem"]') : undefined
    const name = control?.getAttribute('aria-label') ?? control?.textContent ?? ''
    if (!window.location.pathname.startsWith('/admin') || !removing.test(name.trim())) end()
  }
  document.addEventListener('pointerdown', end, true)
  document.addEventListener('keydown', end, true)
  document.addEventListener('click', begin, true)
  setInterval(() => {
    // A control that is enabled again does not get the focus back.
    isGone ||= Boolean(control && (!control.isConnected || control.matches(':disabled')))
    const isLost = isGone && [null, document.body].includes(document.activeElement as HTMLElement)
    if (!isLost) lostSince = undefined
    else if (lostSince === undefined) lostSince = Date.now()
    else if (Date.now() - lostSince > 1000) {
      console.error(`The focus is on nothing after “${control?.textContent}”`)
      end()
    }
  }, 200)
}

export { expect }

/** Console messages of the browser and of the site for responses of `failApi`. */
export const brokenOnPurpose = /the server responded with a status of 500|^500: Broken on purpose$/

/** Console message for a 404 page. */
export const pageMissing = /the server responded with a status of 404/

/** Console message when the current user is requested without a session. */
export const notSignedIn = /the server responded with a status of 401/

/** Moves the pointer over what needs the client, and resolves when React has hydrated the page: only then links navigate in the app. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    document.querySelector('search')?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))
    return 'hydrated' in document.documentElement.dataset
  })
}

/** Opens a page and waits for hydration. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page)
}

/** Clicks the first visible link to `href`, which navigates in the app. */
export async function follow(page: Page, href: string): Promise<void> {
  await page.locator(`a[href="${href}"]:visible`).first().click()
}

/** Navigates in the app to a path without a link. */
export async function jump(page: Page, href: string): Promise<void> {
  await page.evaluate((next) => {
    window.history.pushState(null, '', next)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, href)
}

/** Fails every API request below `path` with a status. */
export async function failApi(page: Page, path: string | RegExp, status = 500): Promise<void> {
  await page.route(below(path), (route) => route.fulfill({ status, json: { message: 'Broken on purpose' } }))
}

/** Delays every API request below `path` until the returned function is called. */
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

/** Sends every API request below `path` at once, and delays its response until the returned function is called. */
export async function holdApiResponses(page: Page, path: string | RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(below(path), async (route) => {
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
  })
  return release
}

/** Modifies API responses below `path`. */
export async function changeApi<Body>(page: Page, path: string | RegExp, change: (body: Body) => unknown) {
  await page.route(below(path), async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as Body) })
  })
}

/** Mocks API responses below `path`; returns the list of requests. */
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
 * Opens `/admin` as the owner without the categories in the dehydrated state. That page does not use them, but the next
 * one has to fetch them.
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
