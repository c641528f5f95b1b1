import {
  type BulkResult,
  deletePostsForGood,
  duplicatePost,
  featurePosts,
  type PostChoice,
  publishPosts,
  setCategoryOfPosts,
  trashPosts,
  unpublishPosts,
} from '../../../contract/content/post-bulk.ts'
import { discardWorkingCopy } from '../../../contract/content/post-drafts.ts'
import type { PostKind } from '../../../contract/content/posts.ts'
import { ownerWrite } from './owner-call.ts'
import { useOwnerMutation } from './owner-mutation.ts'

const simple = {
  publish: publishPosts,
  unpublish: unpublishPosts,
  trash: trashPosts,
  'delete-for-good': deletePostsForGood,
}

/** Changes several posts; `categoryId: null` removes the category. */
export type BulkAction =
  | { kind: keyof typeof simple }
  | { kind: 'category'; categoryId: number | null }
  | { kind: 'feature'; isFeatured: boolean }

/** Changes the chosen posts; those that break a rule of publishing are in the result's `failed`. */
export function useChangePosts() {
  return useOwnerMutation(({ action, choice }: { action: BulkAction; choice: PostChoice }, key) =>
    change(action, choice, key),
  )
}

function change(action: BulkAction, choice: PostChoice, key: string): Promise<BulkResult> {
  if (action.kind === 'category')
    return ownerWrite(setCategoryOfPosts, { body: { ...choice, categoryId: action.categoryId } }, key)
  if (action.kind === 'feature')
    return ownerWrite(featurePosts, { body: { ...choice, isFeatured: action.isFeatured } }, key)
  return ownerWrite(simple[action.kind], { body: choice }, key)
}

/** Creates a draft with the text of a post, a page or a template. */
export function useDuplicatePost() {
  return useOwnerMutation(({ id, kind }: { id: number; kind: PostKind }, key) =>
    ownerWrite(duplicatePost, { params: { id }, body: { kind } }, key),
  )
}

export function useDiscardWorkingCopy() {
  return useOwnerMutation(({ id, version }: { id: number; version: number }, key) =>
    ownerWrite(discardWorkingCopy, { params: { id }, version }, key),
  )
}
