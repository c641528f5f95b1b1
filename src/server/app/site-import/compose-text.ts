import { canonicalSlug } from '../../../contract/content/canonical-slug.ts'
import { KEYWORDS_MAX } from '../../../contract/content/keywords.ts'
import { PageInput } from '../../../contract/content/pages.ts'
import { PostDraft } from '../../../contract/content/post-draft.ts'
import { PostInput } from '../../../contract/content/posts.ts'
import { isReservedSlug, toPostInput } from '../../content/posts/pages.routes.ts'
import type { Converted } from './content/convert-content.ts'
import type { SourceText } from './source-records.ts'

export type TextOptions = {
  /** The last part of its path. */
  slug: string
  converted: Converted
  /** The picture that the old site showed with it, if it is known. */
  cover: { url: string; alt: string } | undefined
  /** The address of a picture for posts without one; '' for none. */
  coverOfOthers: string
  categoryId: number | null
}

export type ComposedText = {
  /** The post or page to publish; null if a rule forbids that, or if it was not public. */
  published: PostInput | null
  /** The same as a draft, without rules; null if it is longer than any draft may be. */
  draft: PostDraft | null
  /** Sentences for the owner about what is not as it was. */
  notes: string[]
}

/** A text as it is saved here, by the rules of the editor: one that breaks a rule becomes a draft with a note. */
export function composeText(record: SourceText, options: TextOptions): ComposedText {
  const { converted, coverOfOthers, slug } = options
  const notes = [...(record.notes ?? []), ...converted.problems.map((problem) => `${problem}.`)]
  if (converted.elsewhere.length > 0) notes.push(elsewhereNote(converted.elsewhere))
  const isPage = record.kind === 'page'
  const cover = options.cover ?? converted.firstPicture ?? (isPage ? undefined : { url: coverOfOthers, alt: '' })
  const keywords = isPage ? '' : keywordsOf(record, notes)
  const fields = {
    title: shorten(record.title, 200, 'title', notes),
    slug,
    excerpt: record.excerpt.length < 10 ? '' : shorten(record.excerpt, 500, 'excerpt', notes),
    content: converted.html,
    coverImage: cover?.url ?? '',
    imageAlt: (cover?.alt ?? '').slice(0, 500),
    metaTitle: shorten(record.metaTitle, 200, 'title for search engines', notes) || null,
    metaDescription: shorten(record.metaDescription, 400, 'description for search engines', notes) || null,
    keywords,
    categoryId: isPage ? null : options.categoryId,
    isFeatured: !isPage && record.isFeatured,
    publishedAt: record.publishedAt,
  }
  const published = publish(record, { fields, notes })
  const draft = PostDraft.safeParse({ ...fields, title: record.title, publishedAt: null })
  if (draft.success) return { published, draft: draft.data, notes }
  return { published, draft: null, notes: ['It is longer than a text can be here, and is left out.'] }
}

type Fields = Record<string, unknown> & { slug: string }

function publish(
  { kind, status, publishedAt }: SourceText,
  { fields, notes }: { fields: Fields; notes: string[] },
): PostInput | null {
  const draftNote: Partial<Record<typeof status, string>> = {
    private: 'It was private and becomes a draft.',
    protected: 'It was protected by a password and becomes a draft.',
  }
  if (status !== 'published' && status !== 'scheduled') {
    const note = draftNote[status]
    if (note) notes.push(note)
    return null
  }
  if (publishedAt === null) return asDraft(['It has no date.'], notes)
  const parsed = kind === 'page' ? PageInput.safeParse(fields) : PostInput.safeParse(fields)
  if (!parsed.success) {
    asDraft([...new Set(parsed.error.issues.map(({ message }) => `${message}.`))], notes)
    notes.push(waitingNote)
    return null
  }
  if (kind !== 'page') return parsed.data as PostInput
  if (isReservedSlug(fields.slug)) return asDraft([`The address /${fields.slug} belongs to the site itself.`], notes)
  return toPostInput(parsed.data as PageInput)
}

/** A redirect to a text that is not public waits for it. */
export const waitingNote = 'Its old address leads to it as soon as it is published.'

function asDraft(reasons: string[], notes: string[]): null {
  notes.push(`It becomes a draft. ${reasons.join(' ')}`)
  return null
}

/** At most `max` characters, ended at a word. */
function shorten(text: string, max: number, name: string, notes: string[]): string {
  if (text.length <= max) return text
  notes.push(`Its ${name} is longer than ${max} characters and was cut.`)
  return `${text.slice(0, max - 1).replace(/\s+\S*$/, '')}…`.toWellFormed()
}

/** The tags, and the categories beyond the first, which a post can have here. */
function keywordsOf({ tags, categories }: SourceText, notes: string[]): string {
  const names = [...categories.slice(1), ...tags].map(({ name }) => name.replaceAll(',', ' ').trim())
  const kept: string[] = []
  for (const name of new Set(names)) if ([...kept, name].join(', ').length <= KEYWORDS_MAX) kept.push(name)
  if (categories.length > 1) notes.push(`It had ${categories.length} categories: all but the first became keywords.`)
  if (kept.length < new Set(names).size) notes.push('It has more tags than keywords fit.')
  return kept.join(', ')
}

function elsewhereNote(addresses: readonly string[]): string {
  const [first] = addresses
  return addresses.length === 1
    ? `A picture stays at its address on another site: ${first}`
    : `${addresses.length} pictures stay at their addresses on other sites, the first at ${first}`
}

/** A slug by the rules of texts here, from that of the old site or the title. */
export function slugOf({ id, kind, slug, title }: SourceText): string {
  const words = (text: string) =>
    canonicalSlug(text)
      .replace(/[^\p{L}\p{N}_-]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 190)
      .toWellFormed()
  const found = words(slug) || words(title) || `${kind}-${words(id)}`
  return found.length < (kind === 'page' ? 2 : 5) ? `${found}-${kind}` : found
}
