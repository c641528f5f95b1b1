import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from './page.ts'

export type Step = [name: string, run: (page: Page) => Promise<void>]

type PinWindow = { url: string; features: string; inClick: boolean }

/** A reader's first visit. */
export const readerJourney: Step[] = [
  [
    'a page that is left while it loads is no error',
    async (page) => {
      for (const path of ['/', '/blog', '/search?q=serum']) {
        for (const wait of [0, 40, 80, 160, 320]) {
          await page.call((next: string) => location.assign(next), path)
          await sleep(wait)
        }
      }
    },
  ],
  [
    'robots.txt is shown with wrapped lines',
    async (page) => {
      await page.load('/robots.txt')
      await page.read('Disallow: /admin')
      const wrapping = await page.call(() => getComputedStyle(document.querySelector('pre')!).whiteSpace)
      if (wrapping !== 'pre-wrap') throw new Error(`Its white-space is ${wrapping}.`)
    },
  ],
  [
    'home',
    async (page) => {
      await page.open('/')
      await page.see('heading', /skincare routine/)
    },
  ],
  ['the first Save opens the pin form in the click itself', saveHero],
  [
    'a post',
    async (page) => {
      await page.click('link', 'Explore Skincare Guides')
      await page.waitForPath(/^\/blog$/)
      const title = await page.textOf('article h2')
      await page.click('link', title)
      await page.waitForPath(/^\/blog\/[\w-]+$/)
      await page.see('heading', title)
    },
  ],
  [
    'the shop',
    async (page) => {
      await page.click('link', 'Shop')
      await page.waitForPath(/^\/shop$/)
      await page.see('link', /^Shop Now/)
    },
  ],
  [
    'search',
    async (page) => {
      await page.fill('Search', 'cleanser\n')
      await page.waitForPath(/^\/search\?q=cleanser$/)
      await page.see('link', /Cleanser/)
    },
  ],
  [
    'the newsletter',
    async (page) => {
      await page.open('/newsletter')
      await page.fill('Email', 'browsers@reader.example')
      await page.click('button', 'Subscribe')
      await page.read('Subscription successful!')
    },
  ],
  [
    'a message',
    async (page) => {
      await page.open('/contact')
      await page.fill('Name', 'Reader')
      await page.fill('Email', 'browsers@reader.example')
      await page.fill('Subject', 'Which cleanser first?')
      await page.fill('Message', 'I have dry skin and would like to begin with one product.')
      await page.click('button', 'Send Message')
      await page.read('Message sent!')
    },
  ],
]

/** With a stub of `window.open`, so that no other site is loaded. */
async function saveHero(page: Page): Promise<void> {
  await page.call(() => {
    const opened: PinWindow[] = []
    Object.assign(window, { opened })
    window.open = (url = '', _, features = '') => {
      opened.push({ url: String(url), features, inClick: window.event?.type === 'click' })
      return null
    }
  })
  // The script of the button is loaded late.
  await page.waitForIdle()
  await page.click('link', /^Save this picture/)
  const opened = await page.call(() => (window as unknown as { opened: PinWindow[] }).opened)
  const [first] = opened
  const isRight = first?.inClick && first.url.includes('/pin/create/button/') && first.features.includes('width=750')
  if (opened.length !== 1 || !isRight) throw new Error(`It opened ${JSON.stringify(opened)}`)
}
