import type { ColumnType, Generated } from 'kysely'
import type { PostKind } from '../../../../contract/content/posts.ts'
import type { RevisionKind } from '../../../../contract/content/revisions.ts'
import type { DefaultedFlag, Deletion, Flag } from './columns.ts'

export type ContentTables = {
  categories: {
    id: Generated<number>
    slug: string
    name: string
    description: string
    image_url: string
    image_alt: string
    position: number
    created_at: string
    updated_at: string
    deleted_at: Deletion
    /** The former slug of a deleted category, whose `slug` is a tombstone. */
    deleted_slug: ColumnType<string | null, string | null | undefined, string | null>
  }
  posts: {
    id: Generated<number>
    title: string
    slug: string
    excerpt: string
    /** Sanitized HTML. */
    content: string
    /** The text of `content`, for search. */
    body_text: string
    cover_image: string
    image_alt: string
    is_pin_optimized: Flag
    pin_text: string | null
    meta_title: string | null
    meta_description: string | null
    keywords: string
    category_id: number | null
    is_featured: Flag
    published_at: string | null
    created_at: string
    updated_at: string
    version: Generated<number>
    deleted_at: Deletion
    /** The former slug of a deleted post, whose `slug` is a tombstone. */
    deleted_slug: ColumnType<string | null, string | null | undefined, string | null>
    kind: Generated<PostKind>
    /** The slug of a draft as typed, if `slug` is not it: a placeholder, while that one is invalid or taken. */
    draft_slug: ColumnType<string | null, string | null | undefined, string | null>
    /** The Idempotency-Key with which a draft was created, so that repeating it finds the draft however late. */
    draft_key: ColumnType<string | null, string | null | undefined, string | null>
    /** The publication date that the editor shows of a draft. */
    planned_at: ColumnType<string | null, string | null | undefined, string | null>
    /** The day in the time zone of the site on which the owner plans a draft, which publishes nothing. */
    idea_on: ColumnType<string | null, string | null | undefined, string | null>
    /** Whether first mentions of ingredients become links. */
    link_ingredients: DefaultedFlag
    /** The changes of the last revision, for readers; `update_noted_at` is when they were first stated. */
    update_note: ColumnType<string | null, string | null | undefined, string | null>
    update_noted_at: ColumnType<string | null, string | null | undefined, string | null>
    /** The layout and the picture of the pin, where they are not the default ones. */
    pin_layout: ColumnType<string | null, string | null | undefined, string | null>
    pin_image: ColumnType<string | null, string | null | undefined, string | null>
    /** The label says what the text owes to a brand; null for nothing. The sentence is null for the default one. */
    label: ColumnType<string | null, string | null | undefined, string | null>
    label_brand: ColumnType<string | null, string | null | undefined, string | null>
    label_sentence: ColumnType<string | null, string | null | undefined, string | null>
    /** The id in feeds: a URN, or the path that made it until there was this column. The database makes it. */
    feed_id: Generated<string>
    /** The version whose references are in `post_references`. */
    references_version: ColumnType<number | null, number | null | undefined, number | null>
  }
  /** Products, ingredients and routines that a post shows, as its content names them, and posts that it links to; they may be gone since. */
  post_references: { post_id: number; kind: ReferenceKind; ref_id: number }
  ingredients: {
    id: Generated<number>
    slug: string
    /** The common name. */
    name: string
    inci: string
    /** JSON array of texts. */
    synonyms: string
    summary: string
    /** JSON of the other texts. */
    details: string
    /** Whether first mentions in posts become links. */
    is_linked: Flag
    is_active: Flag
    created_at: string
    updated_at: string
    version: Generated<number>
    deleted_at: Deletion
    /** The former slug of a deleted ingredient, whose `slug` is a tombstone. */
    deleted_slug: ColumnType<string | null, string | null | undefined, string | null>
  }
  routines: {
    id: Generated<number>
    slug: string
    name: string
    image_url: string
    image_alt: string
    /** JSON of the other fields, steps included. */
    details: string
    is_active: Flag
    position: number
    created_at: string
    updated_at: string
    version: Generated<number>
    deleted_at: Deletion
    /** The former slug of a deleted routine, whose `slug` is a tombstone. */
    deleted_slug: ColumnType<string | null, string | null | undefined, string | null>
  }
  /** Products in the steps of routines. */
  routine_products: { routine_id: number; product_id: number }
  /** Working copies of public and scheduled posts. */
  post_drafts: {
    post_id: number
    /** The title in `draft`, for the search. */
    title: string
    /** JSON of a `PostDraft`. */
    draft: string
    updated_at: string
  }
  /** Links to the preview of a post for readers without an account. */
  preview_links: {
    id: Generated<number>
    /** SHA-256 of the token in the link. */
    token_hash: string
    post_id: number
    created_at: string
    expires_at: string
  }
  /** All versions of posts, including the current one. */
  post_revisions: {
    id: Generated<number>
    post_id: number
    version: number
    title: string
    words: number
    /** JSON of a `PostDraft`. */
    post: string
    created_at: string
    /** Null for a revision of an older version of the program. */
    kind: ColumnType<RevisionKind | null, RevisionKind | undefined, never>
  }
  /** Former public slugs, and the row that each redirects to. */
  redirects: {
    id: Generated<number>
    /** The table of `target_id`. */
    kind: 'posts' | 'categories' | 'products' | 'ingredients' | 'routines'
    from_slug: string
    target_id: number
    created_at: string
    hits: Generated<number>
    last_hit_at: ColumnType<string | null, string | null | undefined, string | null>
  }
  /** Redirects that the owner has added; addresses are in the form of `redirect-address.ts`. */
  own_redirects: {
    id: Generated<number>
    from_address: string
    to_address: string
    hits: Generated<number>
    last_hit_at: ColumnType<string | null, string | null | undefined, string | null>
    created_at: string
    deleted_at: Deletion
    /** The import of a site that added it; null for those of the owner. */
    import_id: ColumnType<number | null, number | null | undefined, number | null>
  }
  /** Imports of other sites. */
  site_imports: {
    id: Generated<number>
    file_name: string
    site_name: string
    /** The origin of the old site; '' if its export does not name it. */
    site_url: string
    state: 'reading' | 'failed' | 'planned' | 'importing' | 'stopped' | 'done' | 'undoing' | 'undone'
    created_at: string
    finished_at: ColumnType<string | null, string | null | undefined, string | null>
    undone_at: ColumnType<string | null, string | null | undefined, string | null>
    /** JSON of the files or the folder of an import from the admin; null for one by the command. */
    source: ColumnType<string | null, string | null | undefined, string | null>
    /** JSON of `ImportChoices`. */
    choices: ColumnType<string | null, string | null | undefined, string | null>
    /** JSON of `ImportSurvey`. */
    survey: ColumnType<string | null, string | null | undefined, string | null>
    /** JSON of `NoteGroup[]`. */
    note_groups: ColumnType<string | null, string | null | undefined, string | null>
    error: ColumnType<string | null, string | null | undefined, string | null>
  }
  /** The items of an import in the order of the export, and what became of them. */
  site_import_items: {
    id: Generated<number>
    import_id: number
    type: 'category' | 'text' | 'picture' | 'link' | 'product' | 'menu' | 'fragment' | 'comment' | 'problem'
    /** Identifies the item in all exports of its site. */
    source_key: string
    name: string
    /** SHA-256 of `data`. */
    content_hash: string
    /** JSON of a `SourceRecord`; '' when the import has ended. */
    data: string
    /** The path that it has here. */
    target: ColumnType<string | null, string | null | undefined, string | null>
    state: 'waiting' | 'done' | 'unchanged' | 'kept' | 'left-out' | 'failed' | 'undone'
    /** Whether this import created the row of `ref_id`. */
    is_created: Flag
    /** The id of the post, category, image or product. */
    ref_id: ColumnType<number | null, number | null | undefined, number | null>
    /** Its version as the import wrote it. */
    ref_version: ColumnType<number | null, number | null | undefined, number | null>
    /** JSON of the text or the menu that this import has changed, as it was before. */
    replaced: ColumnType<string | null, string | null | undefined, string | null>
    /** JSON of sentences for the owner. */
    notes: string
  }
  /** Comments of readers that came with texts of another site. They are shown nowhere. */
  imported_comments: {
    id: Generated<number>
    post_id: number
    /** The comment that it replies to. */
    parent_id: ColumnType<number | null, number | null | undefined, number | null>
    /** '' if it has none. */
    author: string
    /** Sanitised HTML. */
    content: string
    written_at: ColumnType<string | null, string | null | undefined, string | null>
    is_approved: Flag
  }
  /** Addresses without a page that readers requested, in the form of `redirect-address.ts`; `referrer` is '' if unknown. */
  missing_pages: {
    id: Generated<number>
    address: string
    hits: number
    first_at: string
    last_at: string
    referrer: string
    is_ignored: DefaultedFlag
  }
  images: {
    id: Generated<number>
    /** Hash of the bytes, and name of the folder of the variants. */
    key: string
    url: string
    alt_text: string
    width: number
    height: number
    /** JSON array of numbers, which only versions before `variantWidths` read. */
    widths: string
    placeholder: string
    /** Name, format ('jpeg', …) and size of the uploaded file. */
    file_name: Generated<string>
    format: Generated<string>
    bytes: Generated<number>
    is_animated: DefaultedFlag
    /** Whether the alt text is more than the name of the file. */
    is_described: DefaultedFlag
    /** Percent from the left and from the top. */
    focal_x: Generated<number>
    focal_y: Generated<number>
    /** JSON array of lower-case texts. */
    tags: Generated<string>
    created_at: string
    deleted_at: Deletion
  }
  /** Former files of images; an image has the columns of its current one. */
  image_versions: {
    id: Generated<number>
    image_id: number
    key: string
    url: string
    width: number
    height: number
    widths: string
    placeholder: string
    file_name: string
    format: string
    bytes: number
    is_animated: Flag
    replaced_at: string
  }
}

type ReferenceKind = 'product' | 'ingredient' | 'routine' | 'post'
