import type { EditablePost, PostConflict } from '../../../contract/content/posts.ts'
import { ApiError } from '../../data/api.ts'

export type SaveStatus =
  | { kind: 'idle' }
  | { kind: 'autosaving' }
  | { kind: 'saving' }
  /** Retried automatically, except after an expired sign-in. */
  | { kind: 'failed'; why: FailureReason }
  /** Rejected by the server; not retried. */
  | { kind: 'refused'; error: ApiError }
  | { kind: 'conflict'; current: EditablePost; wasSave: boolean }

export type FailureReason = 'offline' | 'server' | 'signed-out'
export type Failure = SaveStatus & { kind: 'failed' | 'refused' | 'conflict' }

/** Returns what a failed request means: a failure is retried, a refusal or a conflict is not. */
export function outcomeOf(error: unknown, wasSave: boolean): Failure {
  if (!(error instanceof ApiError) || error.status === 0) return { kind: 'failed', why: 'offline' }
  if (error.status === 401) return { kind: 'failed', why: 'signed-out' }
  if (error.status >= 500 || error.status === 429 || error.status === 408) return { kind: 'failed', why: 'server' }
  const { current } = error.body as Partial<PostConflict>
  return error.status === 409 && current ? { kind: 'conflict', current, wasSave } : { kind: 'refused', error }
}

export function isSameStatus(a: SaveStatus, b: SaveStatus): boolean {
  if (a.kind === 'failed') return b.kind === 'failed' && a.why === b.why
  if (a.kind === 'refused') return b.kind === 'refused' && a.error === b.error
  return a.kind === 'conflict' ? a === b : a.kind === b.kind
}
