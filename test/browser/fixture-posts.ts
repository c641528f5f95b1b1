import { type APIRequestContext, expect } from '@playwright/test'
import type { EditablePost, PostInput } from '../../src/contract/posts.ts'

const words = '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel.</p>'

/** Fields of a post that other tests do not list: older than the demo and without a category. */
function fixturePost(over: Partial<PostInput> = {}): PostInput {
  const name = Math.random().toString(36).slice(2, 10)
  return {
    title: `Own post ${name}`,
    slug: `own-post-${name}`,
    excerpt: '',
    content: words,
    coverImage: '/apple-touch-icon.png',
    imageAlt: '',
    isPinOptimized: false,
    pinText: null,
    pinLayout: null,
    pinImage: '',
    metaTitle: null,
    metaDescription: null,
    keywords: '',
    categoryId: null,
    isFeatured: false,
    linkIngredients: true,
    publishedAt: '2001-02-03T12:00:00.000Z',
    ...over,
  }
}

/** Creates a post as the signed-in owner. */
export async function createFixturePost(
  request: APIRequestContext,
  over: Partial<PostInput> = {},
): Promise<EditablePost> {
  const answer = await request.post('/api/posts', { data: fixturePost(over) })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as EditablePost
}

/** Saves changes to the post. */
export async function saveFixturePost(
  request: APIRequestContext,
  post: EditablePost,
  over: Partial<PostInput>,
): Promise<EditablePost> {
  const answer = await request.put(`/api/posts/${post.id}`, { data: { ...post, ...over } })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()) as EditablePost
}

export async function deleteFixturePost(request: APIRequestContext, { id }: { id: number }): Promise<void> {
  expect((await request.delete(`/api/posts/${id}`)).status()).toBe(200)
}
