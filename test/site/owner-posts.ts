import type { EditablePost, PostInput } from '../../src/contract/posts.ts'
import type { Visitor } from './visitor.ts'

/** Creates a post as the owner: a draft unless it has a date. */
export async function createPost(owner: Visitor, over: Partial<PostInput> = {}): Promise<EditablePost> {
  const name = Math.random().toString(36).slice(2, 10)
  const response = await owner.fetch('/api/posts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      title: `Post of the owner ${name}`,
      slug: `owner-post-${name}`,
      content: '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel.</p>',
      coverImage: '/apple-touch-icon.png',
      publishedAt: null,
      ...over,
    }),
  })
  if (response.status !== 201) throw new Error(await response.text())
  return (await response.json()) as EditablePost
}

export async function deletePost(owner: Visitor, { id }: { id: number }): Promise<void> {
  const response = await owner.fetch(`/api/posts/${id}`, { method: 'DELETE' })
  if (response.status !== 200) throw new Error(await response.text())
}
