import { sql } from 'kysely'
import { StoredAppearance } from '../../../contract/accounts/appearance.ts'
import { hasImprint } from '../../../contract/accounts/legal-facts.ts'
import { regionWords } from '../../../contract/accounts/region.ts'
import type { EditableSettings } from '../../../contract/accounts/settings.ts'
import { PageSettings, Settings, type Site } from '../../../contract/accounts/site.ts'
import { StoredVerification, verificationTagsOf } from '../../../contract/accounts/verification.ts'
import { RHYTHM } from '../../../contract/audience/sign-up-words.ts'
import { labelWordsOf } from '../../../contract/content/label-words.ts'
import type { Picture } from '../../../contract/content/pictures.ts'
import type { DateWords } from '../../../contract/platform/format-day.ts'
import { shownPicture } from '../../../contract/platform/refused-pictures.ts'
import { pictureColumns, toPicture } from '../../platform/db/picture-columns.ts'
import type { Db } from '../../platform/db/schema.ts'
import { hasDemoAccount } from '../users/users.repo.ts'

/** The row that counts the changes; not a valid setting key. */
const VERSION = '#version'
/** The row of the appearance. */
export const APPEARANCE = '#appearance'
/** The row of the verification tags and root files. */
export const VERIFICATION = '#verification'

/** The settings with their defaults applied, and the other data of every page. */
export async function readSite(db: Db, origin: string): Promise<Site> {
  const stored = await readRows(db)
  const { authorName, authorBio, authorImage, authorLinks, ...others } = Settings.parse(stored)
  const { newsletterAfterArticles, newsletterInFooter, newsletterRhythm } = others
  const settings = PageSettings.parse(others)
  const words = labelWordsOf(others)
  const appearance = StoredAppearance.parse(stored[APPEARANCE] ?? {})
  const [logoPicture, darkLogoPicture, heroPicture, aboutPicture, authorPicture, isDemo] = await Promise.all([
    findPicture(db, settings.logo),
    findPicture(db, appearance.darkLogo),
    findPicture(db, settings.heroImage),
    findDescribedPicture(db, settings.aboutImage),
    findDescribedPicture(db, authorImage),
    hasDemoAccount(db),
  ])
  const verificationTags = verificationTagsOf(StoredVerification.parse(stored[VERIFICATION] ?? {}))
  const pictures = { logoPicture, darkLogoPicture, heroPicture, aboutPicture }
  const links = authorLinks.split('\n').filter(Boolean)
  const author = authorName ? { author: { name: authorName, bio: authorBio, picture: authorPicture, links } } : {}
  const signUp = withoutSignUp({ post: newsletterAfterArticles, footer: newsletterInFooter })
  return {
    ...settings,
    heroImage: shownPicture(settings.heroImage),
    aboutImage: shownPicture(settings.aboutImage),
    origin,
    appearance,
    ...pictures,
    ...signUp,
    ...(words.link && { linkLabel: words.link }),
    ...(words.isAdapted && { linkNote: { text: words.affiliateOf('page', false), how: words.how } }),
    ...(hasImprint(others) ? { hasImprint: true } : {}),
    ...(newsletterRhythm === RHYTHM ? {} : { letterRhythm: newsletterRhythm }),
    ...regionWords(others),
    ...author,
    ...(verificationTags.length > 0 ? { verificationTags } : {}),
    demoAccount: isDemo ? demoAccount : null,
  }
}

function withoutSignUp(shown: Record<'post' | 'footer', string>): Pick<Site, 'withoutSignUp'> {
  const places = (['post', 'footer'] as const).filter((place) => shown[place] === 'no')
  return places.length > 0 ? { withoutSignUp: places } : {}
}

export async function readSettings(db: Db): Promise<EditableSettings> {
  const stored = await readRows(db)
  return { settings: Settings.parse(stored), defaults: Settings.parse({}), version: Number(stored[VERSION] ?? 0) }
}

type ProductWords = { author: string; dates: DateWords | undefined; language: string | undefined }

/** Whose ratings products have, '' where she has not said it, how their days are written, and in which language she writes. */
export async function readProductWords(db: Db): Promise<ProductWords> {
  const { settings } = await readSettings(db)
  const { dates, language } = regionWords(settings)
  return { author: settings.authorName, dates, language }
}

async function readRows(db: Db): Promise<Record<string, unknown>> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute()
  return Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)]))
}

/**
 * Changes settings and returns the new version; must run in a transaction. Undefined if `version` is given and outdated;
 * then the transaction must be rolled back.
 */
export async function saveSettings(
  db: Db,
  changes: Partial<Settings>,
  now: string,
  version?: number,
): Promise<number | undefined> {
  // Counts first, which locks the row: the second of two concurrent changes sees the first one's version.
  const next = await countUp(db, VERSION, now)
  if (version !== undefined && next !== version + 1) return undefined
  for (const [key, value] of Object.entries(changes)) await putSetting(db, key, JSON.stringify(value), now)
  return next
}

/**
 * A value that is stored as JSON under a key of its own, which is not a valid setting key; `version` counts its changes.
 * `value` is undefined before the first change.
 */
export async function readStored(db: Db, key: `#${string}`): Promise<{ value: unknown; version: number }> {
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', [key, versionOf(key)])
    .execute()
  const find = (name: string) => rows.find((row) => row.key === name)?.value
  const [value, version] = [find(key), find(versionOf(key))]
  return { value: value === undefined ? undefined : JSON.parse(value), version: Number(version ?? 0) }
}

/** Like `saveSettings`, for a value of `readStored`. */
export async function saveStored(
  db: Db,
  { key, value, now, version }: { key: `#${string}`; value: unknown; now: string; version?: number },
): Promise<number | undefined> {
  // Counts first, as above.
  const next = await countUp(db, versionOf(key), now)
  if (version !== undefined && next !== version + 1) return undefined
  await putSetting(db, key, JSON.stringify(value), now)
  return next
}

const versionOf = (key: string) => `${key}-version`

/** The row that counts the changes of a row. */
export function versionKeyOf(key: string): string {
  return key.startsWith('#') ? versionOf(key) : VERSION
}

/** Counts a version up; its row is made if missing. */
export async function countUp(db: Db, key: string, now: string): Promise<number> {
  const { value } = await db
    .insertInto('settings')
    .values({ key, value: '1', updated_at: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        value: sql<string>`cast(cast(settings.value as integer) + 1 as text)`,
        updated_at: now,
      }),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return Number(value)
}

async function putSetting(db: Db, key: string, value: string, now: string): Promise<void> {
  const row = { value, updated_at: now }
  await db
    .insertInto('settings')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

async function findPicture(db: Db, url: string): Promise<Picture | null> {
  const described = await findDescribedPicture(db, url)
  if (!described) return null
  const { altText: _altText, ...picture } = described
  return picture
}

async function findDescribedPicture(db: Db, url: string): Promise<Site['aboutPicture']> {
  if (url === '') return null
  const row = await db
    .selectFrom('images')
    .select([...pictureColumns, 'alt_text'])
    .where('url', '=', url)
    .executeTakeFirst()
  const picture = row && toPicture(row)
  return picture ? { ...picture, altText: row.alt_text } : null
}

/** The account of a local demo site, which the login page shows. */
export const demoAccount = { username: 'admin', password: 'dewlight-demo' }
