import type { PostDraft } from '../../../contract/content/post-draft.ts'
import type { Db } from '../../platform/db/schema.ts'
import { textOf } from '../rich-text/clean-html.ts'
import { isEmptyDraft } from './post-drafts.ts'
import { findLastRevisionTime, storeRevision } from './revisions.repo.ts'

/** In milliseconds. */
const KEEP_EVERY = 10 * 60 * 1000

export type ReplacedText = {
  postId: number
  /** The version of `before`, and when it was written. */
  version: number
  before: PostDraft
  beforeAt: string
  after: PostDraft
  /** When the post was created. */
  createdAt: string
  now: string
}

/**
 * Stores autosaved text that is about to be replaced as a revision: if the newest revision is older than ten minutes, or if
 * more than half of the text goes, which may be an accident.
 */
export async function keepReplacedText(db: Db, replaced: ReplacedText): Promise<void> {
  const { postId, version, before, beforeAt, after, createdAt, now } = replaced
  if (isEmptyDraft(before)) return
  const last = (await findLastRevisionTime(db, postId)) ?? createdAt
  const isDue = Date.parse(now) - Date.parse(last) > KEEP_EVERY
  if (!isDue && lengthOf(after) * 2 >= lengthOf(before)) return
  await storeRevision(db, { postId, version, kind: 'autosaved', post: before, now: beforeAt })
}

const lengthOf = ({ title, excerpt, content }: PostDraft) => title.length + excerpt.length + textOf(content).length
