import type { ColumnType, Generated } from 'kysely'
import type { DefaultedFlag } from './columns.ts'

/** The fraction of a commission beyond its whole minor units, in ten-thousandths of one: from -5,000 to 5,000. */
type Rest = ColumnType<number, number | undefined, number>

type SaleStatus = 'pending' | 'approved' | 'paid' | 'reversed'

export type EarningsTables = {
  /**
   * Append-only: each row is a state of a sale as it was reported. Deleted only with the import that brought it. The key
   * is network, external id and occurrence; `content_hash` keeps a state from being recorded twice.
   */
  earning_events: {
    id: Generated<number>
    network: string
    external_id: string
    /** From 1, counts identical rows of networks without ids. */
    occurrence: number
    content_hash: string
    /** The first row of the sale that this one changes or corrects. */
    original_id: number | null
    /** The network's id of the sale that this one corrects. */
    original_external_id: string | null
    /** `void` takes a sale entered by mistake out of all sums. */
    status: SaleStatus | 'void'
    sale_minor: number | null
    commission_minor: number
    commission_rest: Rest
    currency: string
    /** As reported: a time in UTC or a day. */
    clicked_at: string | null
    ordered_at: string | null
    posted_at: string | null
    /** In the time zone of the site at the time of the recording. */
    clicked_day: string | null
    ordered_day: string | null
    posted_day: string | null
    click_ref: string | null
    tracking_id: string | null
    /** The product of the sale, if its reporter names it. */
    product_id: number | null
    advertiser: string | null
    /** The key of the program of a generic sale, as far as it is known: two programs may use the same ids. */
    program: ColumnType<string | null, string | null | undefined>
    promo_code: ColumnType<string | null, string | null | undefined>
    order_id: string | null
    sku: string | null
    product_name: string | null
    quantity: number | null
    reason: string | null
    /** `push`: sent by the network to the address of a program. */
    origin: 'manual' | 'postback' | 'push' | 'import'
    import_id: number | null
    file_row: number | null
    recorded_at: string
  }
  /** The present state of each sale, derived from its events. Missing days are filled from the others. */
  earning_sales: {
    id: Generated<number>
    network: string
    external_id: string
    occurrence: number
    /** The event that decides the state. */
    event_id: number
    event_count: number
    status: SaleStatus
    sale_minor: number
    commission_minor: number
    commission_rest: Rest
    currency: string
    clicked_day: string
    ordered_day: string
    posted_day: string
    /** The placement of the click; null where it is unknown. */
    source: string | null
    source_id: number | null
    product_id: number | null
    position: string | null
    click_ref: string | null
    tracking_id: string | null
    sku: string | null
    advertiser: string | null
  }
  /**
   * Sums of the sales of a month, which a trigger deletes when one of them changes: without a row they are added up. `basis` says
   * by which of their days.
   */
  earning_month_sums: {
    currency: string
    month: string
    basis: string
    /** The form of the JSON. */
    version: number
    /** JSON. */
    days: string
    /** JSON. */
    lines: string
  }
  earning_imports: {
    id: Generated<number>
    file_name: string
    file_size: number
    file_hash: string | null
    state: string
    /** JSON. */
    survey: string | null
    /** JSON: how the owner wants it read. */
    choices: string | null
    /** JSON: what the dry run found. */
    plan: string | null
    /** JSON: what was written. */
    result: string | null
    /** A sentence for the owner. */
    error: string | null
    row_count: Generated<number>
    rows_done: Generated<number>
    /** At the current step, that have started and not ended: a file may end the process that reads it. */
    attempts: Generated<number>
    created_at: string
    confirmed_at: string | null
    finished_at: string | null
    /** The network from which it was fetched; null for a file of the owner. */
    fetched_from: ColumnType<string | null, string | null | undefined>
  }
  /** Accounts at networks, from which sales are fetched. */
  earning_accounts: {
    id: Generated<number>
    network: string
    account_id: string
    /** Encrypted with the key of the site. */
    token_sealed: string
    created_at: string
    tried_at: string | null
    /** In the last successful fetch. */
    sales: number | null
    /** A sentence for the owner. */
    error: string | null
  }
  /** The file until it is read: base64, in parts of one upload each. */
  earning_import_chunks: { import_id: number; position: number; data: string }
  /** The rows of a dry run until they are written, and rejected rows with their reason. */
  earning_import_rows: {
    import_id: number
    position: number
    file_row: number
    external_id: string | null
    /** JSON of the row; null for a rejected one. */
    content: string | null
    reason: string | null
    /** It looks like a sale that the ledger has under another identity. */
    is_similar: DefaultedFlag
  }
  /** An import that found or changed rows of an earlier one. */
  earning_import_links: { import_id: number; builds_on: number }
  /** How files are read, by their header. */
  earning_mappings: { header: string; choices: string; updated_at: string }
  /** Attributes sales without a placement to a post or a product. */
  earning_rules: {
    id: Generated<number>
    kind: 'tracking-id' | 'click-ref' | 'sku'
    network: string
    value: string
    post_id: number | null
    product_id: number | null
    created_at: string
  }
  /** Where the network of a program pushes sales; the secret is the last part of the path. */
  postback_addresses: {
    id: Generated<number>
    program_id: number
    /** SHA-256 of the secret. */
    secret_hash: string
    /** The secret itself, encrypted with the key of the site. */
    secret_sealed: string
    created_at: string
    /** When a sale was last pushed. */
    used_at: string | null
  }
}
