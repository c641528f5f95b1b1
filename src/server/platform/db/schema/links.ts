import type { ColumnType, Generated } from 'kysely'
import type { LinkOutcome, LinkReason, LinkState } from '../../../../contract/shop/links.ts'
import type { DefaultedFlag } from './columns.ts'

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

export type LinkTables = {
  /** Affiliate links of products and texts. */
  links: {
    id: Generated<number>
    /** SHA-256 of the URL, which is too long for an index. */
    url_hash: string
    url: string
    host: string
    /** Settled: 'broken' after failures on three days. */
    state: ColumnType<LinkState, LinkState | undefined, LinkState>
    reason: ColumnType<LinkReason, LinkReason | undefined, LinkReason>
    status: Nullable<number>
    final_url: Nullable<string>
    /** JSON of the `LinkHop`s of the last response. */
    chain: Generated<string>
    /** Validators of the final URL, for conditional requests. */
    etag: Nullable<string>
    last_modified: Nullable<string>
    checked_at: Nullable<string>
    /** The day from which it is checked again; '' for a new one. */
    due_on: Generated<string>
    /** When the owner wanted it to be checked at once. */
    requested_at: Nullable<string>
    failed_days: Generated<number>
    last_failed_day: Nullable<string>
    changed_at: Nullable<string>
    acknowledged_at: Nullable<string>
    /** Since when nothing uses it. */
    unused_since: Nullable<string>
    created_at: string
  }
  link_uses: {
    link_id: number
    kind: 'product' | 'post'
    ref_id: number
    place: 'link' | 'other-shop' | 'fallback' | 'text'
  }
  link_checks: {
    id: Generated<number>
    link_id: number
    at: string
    day: string
    outcome: LinkOutcome
    reason: LinkReason
    status: number | null
    is_counted: DefaultedFlag
    /** False until the end of the run, which tells whether the internet could be reached. */
    is_settled: DefaultedFlag
  }
  link_replacements: {
    id: Generated<number>
    from_url: string
    to_url: string
    created_at: string
    undone_at: Nullable<string>
  }
  /** `spots` is JSON: which occurrences of the new URL were the former one, of how many. */
  link_replacement_places: { replacement_id: number; kind: 'product' | 'post'; ref_id: number; spots: string }
}
