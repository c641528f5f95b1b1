import type { Site } from '../../../contract/accounts/site.ts'
import { hasAboutText } from '../../../contract/content/about-text.ts'
import { type BuiltInPage, builtInPages } from '../../../contract/content/built-in-pages.ts'
import { type Explored, explored } from '../../../contract/content/default-menus.ts'
import type { CacheTag } from '../../../contract/platform/endpoint.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { listRequiredSentences } from '../../shop/earnings/programs/required-sentences.repo.ts'
import { selectActiveIngredients } from '../ingredients/ingredients.repo.ts'
import { selectNewsletterPages } from '../posts/newsletter-pages.repo.ts'
import { selectEditedPage } from '../posts/pages.repo.ts'
import { listPublishedKinds } from '../posts/published-posts.repo.ts'
import { selectActiveRoutines } from '../routines/routines.repo.ts'
import { readMenuLinks } from './menus.repo.ts'

/**
 * Reads what every page has of the menus and the built-in pages, empty where they are the default ones, the kinds of
 * content that its footer links, and the sentences that affiliate programs require.
 */
export async function readSharedContent(
  db: Db,
  settings: Pick<Site, 'aboutText' | 'hasImprint'>,
  now: string,
): Promise<Pick<Site, 'menus' | 'explore' | 'editedPages' | 'programDisclosures'>> {
  const { explore, editedPages } = await findExisting(db, now)
  const hasText = hasAboutText(settings) || editedPages.includes('about')
  const menus = await readMenuLinks(db, { now, hasAboutText: hasText, hasImprint: settings.hasImprint ?? false })
  const programDisclosures = await listRequiredSentences(db, now)
  return {
    ...(menus ? { menus } : {}),
    ...(explore.length > 0 ? { explore } : {}),
    ...(editedPages.length > 0 ? { editedPages } : {}),
    ...(programDisclosures.length > 0 ? { programDisclosures } : {}),
  }
}

/** Finds out in one query what exists, which every page reads. */
async function findExisting(db: Db, now: string): Promise<{ explore: Explored[]; editedPages: BuiltInPage[] }> {
  const found: Partial<Record<string, unknown>> = await db
    .selectNoFrom(({ exists }) => [
      exists(selectActiveIngredients(db)).as('ingredients'),
      exists(selectActiveRoutines(db)).as('routines'),
      exists(selectNewsletterPages(db)).as('newsletters'),
      ...builtInPages.map((slug) => exists(selectEditedPage(db, slug, now)).as(`page-${slug}`)),
    ])
    .executeTakeFirstOrThrow()
  return {
    explore: explored.filter((kind) => found[kind]),
    editedPages: builtInPages.filter((slug) => found[`page-${slug}`]),
  }
}

/** Later than every scheduled date. */
const ONCE_ALL_IS_PUBLIC = '9999-12-31T23:59:59.999Z'

/** The shared content now and once everything scheduled is public, to compare: cached pages must learn of a date in time. */
export async function describeSharedContent(db: Db, now: string): Promise<string> {
  const { settings } = await readSettings(db)
  return JSON.stringify([
    await readSharedContent(db, settings, now),
    await readSharedContent(db, settings, ONCE_ALL_IS_PUBLIC),
  ])
}

/** The tags of the responses that changed without a write, as what was scheduled became public after `since` and until `until`. */
export async function findPublishedTags(db: Db, since: string, until: string): Promise<CacheTag[]> {
  const kinds = await listPublishedKinds(db, since, until)
  if (kinds.length === 0) return []
  const { settings } = await readSettings(db)
  const sharedAt = async (time: string) => JSON.stringify(await readSharedContent(db, settings, time))
  const isShared = (await sharedAt(since)) !== (await sharedAt(until))
  return [...kinds.map((kind) => (kind === 'page' ? 'pages' : 'posts')), ...(isShared ? (['settings'] as const) : [])]
}
