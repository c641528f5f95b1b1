import type { BackedUpTable } from '../../platform/db/schema.ts'

/** A table of the database as files of the archive. */
export type ExportedTable = {
  /** The name of its files, without `.json` and `.csv`. */
  file: string
  /** The line of the README. */
  about: string
  /** Columns with JSON. */
  json?: readonly string[]
  /** Columns that are in the JSON alone, since they say nothing to people. */
  hidden?: readonly string[]
  /** Columns that are secrets, or follow from others. */
  without?: readonly string[]
  /** Rows belong to a row that may be in the trash: the column with its id, and its table. */
  of?: readonly [column: string, table: BackedUpTable]
  /** Its rows are too long for a table. */
  isJsonOnly?: true
}

type Decision = ExportedTable | { leftOut: string }

const deletion = ['deleted_at', 'deleted_slug']

const derived = { leftOut: 'It follows from the texts.' }
const secret = { leftOut: 'It holds keys or passwords.' }
const working = { leftOut: 'Only this program works with it.' }
const history = { leftOut: 'It is the past of the site, which backups hold.' }

/**
 * Decides what becomes of each table that a backup has: without a decision a new one does not compile. Rows in the trash are never
 * exported, and a test keeps columns with secrets out.
 */
const archiveTables: Readonly<Record<BackedUpTable, Decision>> = {
  users: {
    file: 'authors',
    about: 'Who writes the site, without the account.',
    without: ['username', 'password_hash', 'is_demo'],
  },
  passkeys: secret,
  categories: { file: 'categories', about: 'The categories of posts.', without: deletion },
  posts: {
    file: 'texts',
    about: 'Posts, pages, templates and newsletters with the exact HTML that the editor stores.',
    without: [...deletion, 'body_text', 'version', 'references_version', 'draft_key'],
    isJsonOnly: true,
  },
  post_drafts: {
    file: 'working-copies',
    about: 'Changes of public texts that are not published yet.',
    json: ['draft'],
    of: ['post_id', 'posts'],
    isJsonOnly: true,
  },
  post_references: derived,
  imported_comments: {
    file: 'comments',
    about:
      'Comments that came with texts of another site, which readers do not see here. `post_id` is the id of the text.',
    of: ['post_id', 'posts'],
  },
  products: {
    file: 'products',
    about: 'The shop. `price_minor` is in cents, or the smallest unit of the currency.',
    json: ['facts'],
    without: ['deleted_at', 'version'],
  },
  ingredients: {
    file: 'ingredients',
    about: 'The glossary of ingredients.',
    json: ['synonyms', 'details'],
    without: [...deletion, 'version'],
  },
  product_terms: {
    file: 'product-terms',
    about: 'Terms by which the shop filters, as they follow from the products.',
    of: ['product_id', 'products'],
    isJsonOnly: true,
  },
  product_ingredients: {
    file: 'product-ingredients',
    about: 'Key ingredients of products, as they follow from them.',
    of: ['product_id', 'products'],
    isJsonOnly: true,
  },
  routines: {
    file: 'routines',
    about: 'The routines with their steps.',
    json: ['details'],
    without: [...deletion, 'version'],
  },
  routine_products: {
    file: 'routine-products',
    about: 'Products of routines, as they follow from their steps.',
    of: ['routine_id', 'routines'],
    isJsonOnly: true,
  },
  images: {
    file: 'media',
    about: 'Each picture: its file in `media/`, alt text, focal point in percent, tags, and its address on the site.',
    json: ['tags'],
    without: ['deleted_at'],
    hidden: ['widths', 'placeholder'],
  },
  image_versions: history,
  subscribers: {
    file: 'subscribers',
    about: 'Readers of the newsletter. Those with `is_active` no and `unsubscribed_at` must not get mail.',
    without: ['deleted_at', 'unsubscribe_token', 'sign_up_network', 'confirmation_owed_at', 'confirmation_resent_at'],
  },
  subscriber_tags: { file: 'subscriber-tags', about: 'Their tags.', of: ['subscriber_id', 'subscribers'] },
  consents: {
    file: 'consents',
    about: 'When, where and to which words each of them agreed.',
    of: ['subscriber_id', 'subscribers'],
  },
  newsletters: {
    file: 'newsletters',
    about: 'How each newsletter was sent; its text has the same id in `texts.json`.',
    json: ['audience', 'source_text'],
    without: ['version', 'sent_html', 'sent_text'],
    of: ['post_id', 'posts'],
    isJsonOnly: true,
  },
  newsletter_recipients: { leftOut: 'It says how each single mail was handed over.' },
  newsletter_links: {
    file: 'newsletter-links',
    about: 'The links of newsletters.',
    of: ['newsletter_id', 'newsletters'],
  },
  newsletter_click_sums: {
    file: 'newsletter-clicks',
    about: 'Clicks on them by day; a `reason` says why some do not count as those of people.',
    of: ['newsletter_id', 'newsletters'],
  },
  digests: working,
  suppressions: { file: 'suppressions', about: 'Addresses that must not get mail, because of bounces or complaints.' },
  erasures: { leftOut: 'It holds keyed hashes of erased addresses.' },
  mail_hooks: secret,
  contacts: { file: 'messages', about: 'Messages of the contact form.', without: ['deleted_at'] },
  contact_replies: { file: 'message-replies', about: 'The replies to them.', of: ['contact_id', 'contacts'] },
  saved_replies: { file: 'saved-replies', about: 'Texts for replies.' },
  spam_rules: { file: 'spam-rules', about: 'Senders and hosts that are not spam.' },
  link_clicks: {
    file: 'clicks',
    about: 'Clicks on affiliate links. A `filtered_reason` says why one does not count as that of a person.',
  },
  programs: {
    file: 'programs',
    about: 'Affiliate programs.',
    json: ['hosts', 'tracking_ids'],
    without: ['version'],
  },
  program_tracking_ids: { file: 'tracking-ids', about: 'Tracking IDs of single posts and categories.' },
  postback_addresses: secret,
  conversion_networks: {
    file: 'conversion-networks',
    about: 'Networks that report conversions, without their secrets.',
    without: ['secret_hash'],
  },
  conversions: { file: 'conversions', about: 'Conversions that were reported or entered.' },
  earning_accounts: secret,
  earning_imports: working,
  earning_import_links: working,
  earning_mappings: working,
  earning_events: {
    file: 'earnings-ledger',
    about: 'Each state of each sale as it was reported; amounts in the smallest unit of the currency.',
    hidden: ['content_hash'],
    without: ['import_id', 'file_row'],
  },
  earning_sales: { file: 'earnings', about: 'The present state of each sale.' },
  earning_rules: { file: 'earning-rules', about: 'Rules that attribute sales to posts and products.' },
  daily_totals: { file: 'totals-by-day-and-product', about: 'Clicks and conversions.' },
  monthly_totals: { file: 'totals-by-month-and-product', about: 'The same by month.' },
  daily_site_totals: { file: 'totals-by-day', about: 'The same of the whole site.' },
  daily_filtered_totals: { file: 'filtered-clicks-by-day', about: 'Clicks that were not those of people.' },
  daily_post_totals: { file: 'clicks-by-day-and-post', about: 'Clicks on links in posts.' },
  monthly_post_totals: { file: 'clicks-by-month-and-post', about: 'The same by month.' },
  page_views: { file: 'page-views', about: 'Views of pages by day and by where readers came from.' },
  daily_page_totals: { file: 'page-views-by-day', about: 'Views of each page.' },
  monthly_page_totals: { file: 'page-views-by-month', about: 'The same by month.' },
  daily_view_totals: { file: 'views-by-day', about: 'Views of all pages together.' },
  links: {
    file: 'links',
    about: 'Affiliate links with the state in which their last check found them.',
    json: ['chain'],
    hidden: ['url_hash'],
    without: ['etag', 'last_modified', 'due_on', 'requested_at'],
  },
  link_uses: { file: 'link-uses', about: 'Where they stand.' },
  link_checks: history,
  link_replacements: history,
  link_replacement_places: history,
  settings: { leftOut: 'What is public of it is in settings.json.' },
  policy_versions: {
    file: 'policy-versions',
    about: 'The texts that the policies have had, which consents name.',
    hidden: ['hash'],
    isJsonOnly: true,
  },
  audit_log: history,
  post_revisions: history,
  product_revisions: history,
  product_imports: history,
  product_import_rows: history,
  redirects: {
    file: 'renames',
    about: 'Former addresses of texts, products and categories; `target_id` is the id of what moved.',
  },
  site_imports: working,
  site_import_items: working,
  own_redirects: {
    file: 'redirects',
    about: 'Redirects that were added by hand or by an import.',
    without: ['deleted_at', 'import_id'],
  },
  missing_pages: { leftOut: 'It lists requests that had no page.' },
  demo_rows: working,
}

/** The exported tables in their order. */
export const exportedTables = Object.entries(archiveTables).flatMap(([table, decision]) =>
  'file' in decision ? [[table as BackedUpTable, decision] as const] : [],
)
