import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { openAdmin, signInAsOwner } from './owner.ts'
import { test as base } from './site-test.ts'

type Source = {
  id: number
  version: number
  title: string
  slug: string
  content: string
  excerpt: string
  metaTitle: string
  categoryId: number | null
  publishedAt: string | null
  status: string
  /** The text that the editor shows; null for a public post without unpublished changes. */
  draft: { title: string; content: string; slug: string; publishedAt: string | null }
}

/** The posts of one test: drafts with unique titles, deleted when it ends. */
export class PostFixtures {
  /** A unique word in each title. */
  readonly word = `zq${Math.random().toString(36).slice(2, 10)}`
  private readonly request: APIRequestContext

  constructor(request: APIRequestContext) {
    this.request = request
  }

  title(name: string): string {
    return `${name} ${this.word}`
  }

  async create(name: string, fields: object = {}): Promise<Source> {
    const categories: { id: number }[] = await (await this.request.get('/api/categories')).json()
    const data = { ...this.input(name), categoryId: categories[0]?.id ?? null, ...fields }
    const answer = await this.request.post('/api/posts', { data })
    expect(answer.status(), await answer.text()).toBe(201)
    return answer.json()
  }

  /** Saves without a version check, like another device. */
  async change(post: Source, fields: object): Promise<Source> {
    const { id, title, slug, content } = await this.read(post.id)
    const data = { ...this.input('x'), title, slug, content, ...fields }
    const answer = await this.request.put(`/api/posts/${id}`, { data })
    expect(answer.status(), await answer.text()).toBe(200)
    return answer.json()
  }

  async read(id: number): Promise<Source> {
    const answer = await this.request.get(`/api/posts/${id}/source`)
    expect(answer.status()).toBe(200)
    return answer.json()
  }

  /** The posts that still exist. */
  async all(): Promise<Source[]> {
    const answer = await this.request.get(`/api/posts?status=all&q=${this.word}`)
    return answer.json()
  }

  async deleteAll(): Promise<void> {
    const ids = (await this.all()).map(({ id }) => id)
    if (ids.length > 0) await this.request.post('/api/posts/delete', { data: { ids } })
  }

  private input(name: string) {
    const title = this.title(name)
    return {
      title,
      slug: title.toLowerCase().replace(/\W+/g, '-'),
      content: '<p>A first paragraph that is long enough to be the text of a post.</p>',
      coverImage: '/media/cover.jpg',
      publishedAt: null,
    }
  }
}

/** The `posts` fixture also signs the page in. */
export const test = base.extend<{ posts: PostFixtures }>({
  posts: async ({ page, playwright, baseURL }, use) => {
    await signInAsOwner(page)
    // A separate request context, independent of the page's session and network.
    const request = await playwright.request.newContext({ baseURL, storageState: await page.context().storageState() })
    const posts = new PostFixtures(request)
    await use(posts)
    // An open editor saves as it is left, past all routes, and would create a post again after they are deleted.
    await page.context().clearCookies()
    for (const opened of page.context().pages()) {
      opened.removeAllListeners('console')
      await opened.goto('about:blank').catch(() => {})
    }
    await posts.deleteAll()
    await request.dispose()
  },
})

/** Console messages for missing covers and rejected saves. */
export const brokenPictures = /the server responded with a status of 4(04|22)|^422: /

/** Opens the editor on a post or on an empty form. */
export async function openEditor(page: Page, id: number | 'new'): Promise<void> {
  await openAdmin(page, `/admin/posts/${id}`)
  await expect(contentOf(page)).toBeVisible()
}

export const contentOf = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })

/** Clicks into the text, and waits for the selection. */
export async function focusContent(page: Page, at = contentOf(page)): Promise<void> {
  await at.click()
  await selectionIsSet(page)
}

/** 20 ms after the focus the editor sets the selection that it had before. */
export function selectionIsSet(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
}

export const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
export const statusOf = (page: Page) => page.getByRole('form').getByRole('status').first()
/** The label of the button that saves. */
export const verbOf = (page: Page) => page.locator('[data-save-verb]')
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

/** Fills the required fields of a new post. */
export async function fillPost(page: Page, title: string): Promise<void> {
  await titleOf(page).fill(title)
  await focusContent(page)
  await page.keyboard.type('The text of a post that is long enough to be taken by the server.')
  await page.getByLabel('Cover image URL').fill('/media/cover.jpg')
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ index: 1 })
}
