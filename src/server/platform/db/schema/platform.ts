import type { ColumnType } from 'kysely'
import type { Flag } from './columns.ts'

export type PlatformTables = {
  /** Purges that the CDN has not confirmed twice, one for each cache tag. */
  cdn_purges: {
    tag: string
    /** Counts the changes since the row was inserted. */
    version: number
    attempts: number
    /** When it is sent next; while it is sent, the end of the lease. */
    next_at: string
    /** The CDN has confirmed it once. */
    is_repeat: boolean
  }
  /** Background jobs. */
  jobs: {
    name: string
    /** When the job is due; while running, the time at which another process may take over. */
    next_at: string
    /** The due run was started manually. */
    is_asked: Flag
    /** Random for each run; only its holder may release the job. */
    lease_owner: string | null
    /** End of the lease, which a running process renews. */
    lease_until: string | null
    /** Runs started since the last successful one. */
    attempts: number
    /** JSON of the reported progress. */
    progress: string | null
    last_started_at: string | null
    last_finished_at: string | null
    last_error: string | null
  }
  settings: { key: string; value: string; updated_at: string }
  /** The rows of the demo content. While they are removed, with what brings them back. */
  demo_rows: {
    table_name: string
    /** The id, or the key of a setting. */
    row_key: string
    /** The hash of the content as it was seeded; null for a row that was removed or changed along with the demo. */
    hash: string | null
    removed_at: ColumnType<string | null, string | null | undefined, string | null>
    /** JSON of the removed row, or of the columns that were changed. */
    content: ColumnType<string | null, string | null | undefined, string | null>
  }
  idempotency_keys: {
    key: string
    request_hash: string
    status: number
    body: string
    created_at: string
  }
  shared_assets: {
    path: string
    type: string
    body: Buffer
    /** When a build without this file was started first; null for files of the newest build. */
    replaced_at: string | null
  }
  rate_limits: {
    /** A keyed hash: the address of a client is not stored. */
    key: string
    tokens: number
    /** Tokens that the last request took. */
    granted: number
    /** Milliseconds since 1970. */
    updated_at: number
  }
}
