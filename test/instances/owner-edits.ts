import { randomUUID } from 'node:crypto'
import { signInOwner } from '../faults/owner.ts'

/** A post of the demo that these tests edit. */
const EDITED = '/blog/a-post-with-many-edits'

export type Edits = {
  /** Saves the post with a marker; the response's status, 0 without a response. */
  save(mark: number): Promise<number>
}

/** The owner, who edits one post through an origin. Edits carry an idempotency key, as the admin's do. */
export async function signInToEdit(origin: string): Promise<Edits> {
  const owner = await signInOwner(origin)
  return {
    async save(mark) {
      const json = {
        title: 'A post with many edits',
        slug: 'a-post-with-many-edits',
        content: `<p>Edit number ${mark}, with enough of a text around it that it may be saved at all.</p>`,
        coverImage: '/media/none/640.jpg',
        publishedAt: '2026-01-01T12:00:00.000Z',
      }
      try {
        const response = await owner.request('/api/posts/2', { method: 'PUT', json, key: randomUUID() })
        await response.arrayBuffer()
        return response.status
      } catch {
        return 0
      }
    },
  }
}

/** The marker on the page as an origin serves it; undefined if it is not a page. */
export async function readMark(origin: string): Promise<number | undefined> {
  const response = await fetch(origin + EDITED).catch(() => undefined)
  const text = await response?.text().catch(() => undefined)
  return response?.ok ? Number(/Edit number (\d+)/.exec(text ?? '')?.[1] ?? 0) : undefined
}
