import type { ColumnType, Generated } from 'kysely'
import type { NetworkName } from '../../../../contract/shop/networks.ts'
import type { MailAnswer } from '../../../../contract/shop/programs.ts'
import type { DefaultedFlag, Deletion, Flag, Sum } from './columns.ts'

export type ShopTables = {
  products: {
    id: Generated<number>
    name: string
    category: string
    /** In minor units of `currency`. */
    price_minor: number
    currency: string
    image_url: string
    image_alt: string
    affiliate_link: string
    is_active: Flag
    /** Position among the products that are not deleted, from 1; a deleted product keeps its last one. */
    position: number
    created_at: string
    updated_at: string
    version: Generated<number>
    deleted_at: Deletion
    /** Null only in rows of a version before slugs. */
    slug: ColumnType<string | null, string | null | undefined, string | null>
    /** JSON of a `ProductFacts`, without blank facts. */
    facts: Generated<string>
    /** The owner's rating in half stars, for sorting and filters. */
    rating_halves: ColumnType<number | null, number | null | undefined, number | null>
  }
  /** The terms by which the shop filters; derived from the facts with each write of a product. */
  product_terms: {
    product_id: number
    kind: 'skin' | 'concern' | 'free' | 'brand'
    /** The label in lower case. */
    key: string
    label: string
  }
  /** Key ingredients of products in their order; `ingredient_id` is null for a name without an ingredient. */
  product_ingredients: {
    product_id: number
    position: number
    name: string
    /** The name in lower case. */
    key: string
    ingredient_id: number | null
  }
  /** The last versions of products, including the current one. */
  product_revisions: {
    id: Generated<number>
    product_id: number
    version: number
    /** JSON of a `ProductInput`. */
    product: string
    created_at: string
  }
  /** Imports of products that can be undone, or were. */
  product_imports: {
    id: Generated<number>
    file_name: string
    created: number
    updated: number
    imported_at: string
    undone_at: ColumnType<string | null, string | null | undefined, string | null>
    /** JSON of an `ImportUndo`; null if it was not undone. */
    outcome: ColumnType<string | null, string | null | undefined, string | null>
  }
  /** The products that an import wrote, in the version that it gave them. */
  product_import_rows: {
    id: Generated<number>
    import_id: number
    product_id: number
    version: number
    /** Null for a product that the import created. */
    former_slug: string | null
  }
  link_clicks: {
    id: Generated<number>
    link_id: string
    product_id: number | null
    post_id: number | null
    clicked_at: string
    /** Why the click does not count as human; null if it does. */
    filtered_reason: string | null
    /** The code of the place where the link stands, as in its sub-id; null in rows of a version before codes. */
    placement: ColumnType<string | null, string | null | undefined, never>
  }
  /** Affiliate programs, recognised in links or entered by the owner. `key` tells those of a network apart. */
  programs: {
    id: Generated<number>
    network: NetworkName
    key: string
    name: string
    advertiser: string
    /** JSON array. */
    hosts: string
    /** JSON array. */
    tracking_ids: string
    /** '' for that of the network. */
    sub_id_parameter: string
    allows_sub_ids: Flag
    /** ISO 4217; '' where it is not known. */
    currency: string
    /** The sentence that pages with its links must show; '' for none. */
    disclosure: string
    /** Older prices are not shown; null for no limit. */
    hide_price_hours: number | null
    /** Why prices may be shown where the network's rules forbid it; '' for none. */
    price_reason: Generated<string>
    /** The day on which the owner read its rules; '' for that of the network. */
    rules_read_on: Generated<string>
    /** Whether links in mails lead to the post instead. */
    replaces_mail_links: Flag
    /** The reply of the program, and its day; '' for none. */
    mail_answer: Generated<MailAnswer>
    mail_answered_on: Generated<string>
    /** Links to it in products and in posts, when they were last counted. */
    product_links: Sum
    post_links: Sum
    /** Once the owner has saved it, only its counts change by themselves. */
    is_edited: Flag
    /** Whether free tracking IDs are given to posts by themselves. */
    gives_tracking_ids: DefaultedFlag
    created_at: string
    updated_at: string
    version: Generated<number>
  }
  /** Tracking IDs that stand for one post, or for the posts of a category, in a program without sub-ids. */
  program_tracking_ids: {
    id: Generated<number>
    program_id: number
    tracking_id: string
    kind: 'post' | 'category'
    ref_id: number
    /** Whether the program gave it; false for a choice of the owner. */
    is_automatic: DefaultedFlag
  }
  conversions: {
    id: Generated<number>
    link_id: string
    product_id: number | null
    revenue_minor: number
    converted_at: string
    /** The day of its totals, in the time zone at the time of the conversion. */
    day: string
    /** Null for a manual entry. */
    network_id: ColumnType<number | null, number | null | undefined, never>
    /** The id in the network; unique within it. */
    conversion_id: ColumnType<string | null, string | null | undefined, never>
  }
  /** Networks that may report conversions. */
  conversion_networks: {
    id: Generated<number>
    name: string
    /** SHA-256 of the secret. */
    secret_hash: string
    created_at: string
    /** When it last reported a conversion. */
    used_at: ColumnType<string | null, string | null | undefined, string>
    revoked_at: ColumnType<string | null, string | null | undefined, string>
  }
  /**
   * Totals, updated in the transaction of each click and conversion. `product_id` is 0 without a product; deleted products
   * and posts keep their totals. `clicks` counts human clicks.
   */
  daily_totals: {
    day: string
    product_id: number
    clicks: Sum
    filtered_clicks: Sum
    conversions: Sum
    revenue_minor: Sum
  }
  monthly_totals: {
    /** `YYYY-MM`. */
    month: string
    product_id: number
    clicks: Sum
    conversions: Sum
    revenue_minor: Sum
  }
  /** All products together. */
  daily_site_totals: { day: string; clicks: Sum; conversions: Sum; revenue_minor: Sum }
  daily_filtered_totals: { day: string; reason: string; clicks: Sum }
  daily_post_totals: { day: string; post_id: number; clicks: Sum }
  monthly_post_totals: { month: string; post_id: number; clicks: Sum }
  /** Views of pages; `reason` is empty for people's, `is_demo` 1 for those of the demo content. */
  page_views: {
    day: string
    path: string
    /** Where readers came from, as `ReferrerKind`. */
    kind: string
    /** The host of another site; empty without one, `other` where a day had too many. */
    host: string
    reason: string
    is_demo: number
    views: Sum
  }
  /** Sums of `page_views`, updated in the same transaction. `views` are people's. */
  daily_page_totals: { day: string; path: string; views: Sum; filtered_views: Sum }
  monthly_page_totals: { month: string; path: string; views: Sum; filtered_views: Sum }
  /** All pages together. */
  daily_view_totals: { day: string; kind: string; host: string; reason: string; views: Sum }
}
