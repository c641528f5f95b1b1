import { setTimeout as sleep } from 'node:timers/promises'
import type { Driver } from './driver.ts'
import { findElement, type Kind } from './find-element.ts'
import { createInput, type Name, toPattern } from './input.ts'
import { waitFor } from './wait-for.ts'

export type Page = ReturnType<typeof createPage>

/** One page as a person uses it: with mouse and keyboard, by what elements are called. Every step waits for its target. */
export function createPage(driver: Driver, origin: string) {
  const { call } = driver
  const { find, ...input } = createInput(driver)

  /** Waits until a look into the page is true. */
  const waitUntil = (what: string, look: () => Promise<boolean>) =>
    waitFor(what, async () => ((await look()) ? {} : { problem: 'it did not happen' }))

  const textOf = (selector: string) =>
    waitFor(selector, async () => {
      const text = await call((wanted: string) => document.querySelector(wanted)?.textContent ?? null, selector)
      return text === null ? { problem: 'it does not exist' } : { text }
    })

  return {
    ...input,
    call,
    waitUntil,
    /** Opens a page that need not be hydrated. */
    load: (path: string) => driver.open(origin + path),
    /** Opens a page, moves the pointer over what needs the client, and waits for hydration. */
    async open(path: string): Promise<void> {
      await driver.open(origin + path)
      await waitUntil(`hydration of ${path}`, () =>
        call(() => {
          document.querySelector('search')?.dispatchEvent(new Event('pointermove', { bubbles: true }))
          return 'hydrated' in document.documentElement.dataset
        }),
      )
    },
    /** Waits for an element. */
    async see(kind: Kind, name: Name): Promise<void> {
      await find(kind, name)
    },
    /** Waits for a visible text. */
    async read(text: string): Promise<void> {
      await waitUntil(`“${text}”`, () => call((wanted: string) => document.body.innerText.includes(wanted), text))
    },
    /** The text of the first element that matches. */
    textOf: async (selector: string) => (await textOf(selector)).text,
    async waitForGone(kind: Kind, name: Name): Promise<void> {
      const target = { kind, pattern: toPattern(name) }
      await waitUntil(`no ${kind} ${name}`, async () => {
        const found = await call(findElement, target)
        return 'problem' in found && found.problem === 'it does not exist'
      })
    },
    /** Waits for a path with its query. */
    async waitForPath(pattern: RegExp): Promise<void> {
      await waitUntil(`path ${pattern}`, async () =>
        pattern.test(await call(() => window.location.pathname + window.location.search)),
      )
    },
    /** Waits until no file was loaded for half a second. */
    async waitForIdle(): Promise<void> {
      const count = () => call(() => performance.getEntriesByType('resource').length)
      await waitUntil('no more loading', async () => {
        const before = await count()
        await sleep(500)
        return (await count()) === before
      })
    },
    async chooseFiles(selector: string, files: string[]): Promise<void> {
      await textOf(selector)
      await driver.chooseFiles(selector, files)
    },
  }
}
