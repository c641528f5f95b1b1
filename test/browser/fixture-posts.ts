import { type APIRequestContext, expect } from '@playwright/test'
import type { EditablePost, PostInput } from '../../src/contract/content/posts.ts'
import { fixturePost } from '../fixture-post.ts'

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
