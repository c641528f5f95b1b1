import { expect } from 'vitest'
import type { EditablePost, PostInput } from '../../src/contract/content/posts.ts'
import { fixturePost } from '../fixture-post.ts'
import { sendJson } from './send-json.ts'
import { origin, type Visitor } from './visitor.ts'

/** Creates a post that other tests do not list, as the owner of the site. */
export async function createFixturePost(
  owner: Visitor,
  over: Partial<PostInput> = {},
  site = origin,
): Promise<EditablePost> {
  const response = await sendJson(owner, 'POST', `${site}/api/posts`, fixturePost(over))
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json()) as EditablePost
}

/** Saves changes to the post. */
export async function saveFixturePost(
  owner: Visitor,
  post: EditablePost,
  over: Partial<PostInput>,
  site = origin,
): Promise<EditablePost> {
  const response = await sendJson(owner, 'PUT', `${site}/api/posts/${post.id}`, { ...post, ...over })
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as EditablePost
}

export async function deleteFixturePost(owner: Visitor, { id }: { id: number }, site = origin): Promise<void> {
  expect((await owner.fetch(`${site}/api/posts/${id}`, { method: 'DELETE' })).status).toBe(200)
}
