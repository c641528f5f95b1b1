import path from 'node:path'
import type { Page } from './page.ts'
import type { Step } from './reader-journey.ts'

const picture = path.resolve(import.meta.dirname, '../../docs/shop.jpg')
const title = 'An evening in another browser'

/** The owner's usual day. */
export const ownerJourney: Step[] = [
  [
    'sign in',
    async (page) => {
      await page.load('/admin')
      await page.waitForPath(/^\/login\?redirect=/)
      await page.fill('Username', 'admin')
      await page.fill('Password', 'dewlight-demo')
      await page.click('button', 'Login')
      await page.see('heading', 'Admin Dashboard')
    },
  ],
  [
    'upload an image',
    async (page) => {
      await page.click('tab', 'Media')
      await page.chooseFiles('input[type="file"]', [picture])
      await page.read('Image uploaded')
      await page.fill('Alt text', 'The shop of the demo')
      await page.click('button', 'Save')
      await page.waitForGone('button', 'Save')
    },
  ],
  [
    'copy from a published post',
    async (page) => {
      await page.open('/blog/retinol-for-beginners')
      await page.call(() => {
        const paragraph = document.querySelector('#post-body p:has(a, strong, em)')
        getSelection()!.selectAllChildren(paragraph!)
      })
      await page.pressControl('c')
    },
  ],
  ['write a post with a heading and what was copied', writePost],
  [
    'publish it',
    async (page) => {
      const cover = await page.call(async () => {
        const [image] = await (await fetch('/api/images?limit=1')).json()
        return image.url as string
      })
      await page.fill('Cover image URL', cover)
      await page.click('button', 'Save')
      await page.click('button', 'Publish anyway', 'Publish without these?')
      await page.read('Your post has been created successfully.')
      await page.open('/blog/an-evening-in-another-browser')
      await page.see('heading', title)
      await page.see('heading', 'What stays')
    },
  ],
  [
    'delete it, and undo',
    async (page) => {
      await page.open('/admin/posts')
      await page.click('button', `Actions for ${title}`)
      await page.click('menuitem', 'Delete')
      await page.click('button', 'Delete', 'Delete this post?')
      await page.waitForGone('link', title)
      await page.click('button', 'Undo')
      await page.see('link', title)
    },
  ],
  [
    'sign out',
    async (page) => {
      await page.click('button', 'Log out')
      await page.read('You have been logged out successfully')
      const status = await page.call(async () => (await fetch('/api/images')).status)
      if (status !== 401) throw new Error(`The session goes on: ${status}`)
    },
  ],
]

async function writePost(page: Page): Promise<void> {
  await page.open('/admin/posts/new')
  await page.fill('Title', title)
  await page.click('field', 'Content')
  await page.type('Two bottles are enough for a quiet evening.\n')
  await page.click('button', /^Text style/)
  await page.click('menuitem', 'Heading 2')
  await page.type('What stays\n')
  await page.pressControl('v')
  const html = () => page.call(() => document.querySelector('.rich-text')!.innerHTML)
  await page.waitUntil('the pasted text', async () => (await html()).length > 200)
  const content = await html()
  if (!content.includes('<h2>What stays</h2>')) throw new Error(`The heading is not in ${content}`)
  if (content.includes('&nbsp;')) throw new Error(`Spaces became non-breaking in ${content}`)
}
