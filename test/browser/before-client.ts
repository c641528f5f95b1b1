import type { Page } from '@playwright/test'

/** The files of the client; `start-*.js` is the script of the reader. */
export const clientFiles = /\/assets\/(?:react|shared|client)-[\w-]+\.js$/

/** Errors of a client that is blocked. */
export const clientBlocked = /ERR_FAILED|The scripts of the page are not loaded/

/** Delays the client until the returned function is called. */
export async function delayClient(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(clientFiles, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Delays the client by three seconds. */
export async function slowClient(page: Page): Promise<void> {
  await page.route(clientFiles, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3000))
    await route.continue()
  })
}

export async function blockClient(page: Page): Promise<void> {
  await page.route(clientFiles, (route) => route.abort())
}

/** The scripts that the page has requested. */
export function trackScripts(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/assets\/([\w-]+)-[\w-]{8}\.js$/.exec(request.url()) ?? []
    if (name) scripts.push(name)
  })
  return scripts
}
