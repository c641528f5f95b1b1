import { createReadStream } from 'node:fs'
import { rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { mediaKey } from '../../../contract/platform/urls.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inSnapshot } from '../../platform/db/snapshot.ts'
import { csvText } from '../../platform/http/csv.ts'
import { ifMissing } from '../../platform/if-missing.ts'
import type { BlobStorage } from '../../platform/storage/blob-storage.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import { GHOST_VERSION, ghostId, tagsOf, toGhostMeta, toGhostPost, toGhostTag } from './ghost-tables.ts'
import { type MediaNames, readMediaNames } from './media-names.ts'
import { portableHtml } from './portable-html.ts'
import { readTerms } from './read-terms.ts'
import { countTexts, walkTexts } from './walk-texts.ts'
import { createWorkFolder } from './work-folder.ts'
import { type PortableCounts, type PortableOptions, portableKinds } from './write-wordpress.ts'
import { createZipWriter } from './zip-writer.ts'

/** The files next to that of Ghost, which its settings take one by one. */
export const ghostCompanions = { redirects: 'redirects.json', members: 'members.csv' } as const

/**
 * Writes posts, pages and tags with their pictures as the ZIP file that Ghost imports, and next to it its redirects and the readers as
 * members. Each file gets its name once it is complete.
 */
export async function writeGhost(options: PortableOptions & { media: BlobStorage }): Promise<PortableCounts> {
  const { db, media, file, now, signal, onProgress } = options
  const parent = path.dirname(file)
  const folder = await createWorkFolder(file)
  const part = (name: string) => path.join(folder, name)
  try {
    const zip = createZipWriter(part('ghost.zip'), { now, signal })
    const counts = { texts: 0, pictures: 0 }
    const names = await inSnapshot(db, async (snapshot) => {
      const pictures = await readMediaNames(snapshot)
      await zip.add('ghost.json', chunks(snapshot, { ...options, pictures, counts }))
      await writeFile(part('redirects'), await redirectsOf(snapshot), { mode: 0o600, flush: true })
      await writeFile(part('members'), await membersOf(snapshot), { mode: 0o600, flush: true })
      return pictures
    })
    for (const [key, name] of names) {
      onProgress?.({ step: 'pictures', done: counts.pictures, total: names.size })
      const source = await media.copySource(key, folder)
      if (source === undefined || !(await stat(source).catch(ifMissing(undefined)))) continue
      await zip.add(`content/images/${name}`, createReadStream(source), { isPacked: true })
      counts.pictures += 1
      if (path.dirname(source) === folder) await rm(source, { force: true })
    }
    await zip.end()
    await rename(part('redirects'), path.join(parent, ghostCompanions.redirects))
    await rename(part('members'), path.join(parent, ghostCompanions.members))
    await rename(part('ghost.zip'), file)
    return counts
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Writing = PortableOptions & { pictures: MediaNames; counts: PortableCounts }

async function* chunks(db: Db, { origin, now, signal, onProgress, pictures, counts }: Writing): AsyncGenerator<string> {
  const { settings } = await readSettings(db)
  const terms = await readTerms(db)
  const addressOf = (address: string) => {
    const name = pictures.get(mediaKey(address) ?? '')
    if (name !== undefined) return `__GHOST_URL__/content/images/${encodeURIComponent(name)}`
    const moved = ghostPath(address)
    if (moved !== address) return `__GHOST_URL__${moved}`
    return address.startsWith('/') ? origin + address : address
  }
  const author = settings.authorName || settings.brand
  const meta: unknown[] = []
  const tagged: unknown[] = []
  const authored: unknown[] = []
  yield `{"db":[{"meta":{"exported_on":${now.getTime()},"version":"${GHOST_VERSION}"},"data":{"posts":[`
  const total = await countTexts(db, portableKinds)
  for await (const text of walkTexts(db, portableKinds)) {
    onProgress?.({ step: 'texts', done: counts.texts, total })
    const { stored, rendered } = text
    const html = portableHtml(rendered.content, addressOf, origin)
    const cover = stored.coverImage && addressOf(stored.coverImage)
    const post = toGhostPost(text, { origin, now: now.toISOString(), html, cover })
    yield `${counts.texts === 0 ? '' : ','}\n${JSON.stringify(post)}`
    counts.texts += 1
    meta.push({ id: ghostId('relation', stored.id), ...toGhostMeta(text) })
    for (const [at, { id }] of tagsOf(text, terms).entries())
      tagged.push({
        id: ghostId('relation', tagged.length + 1),
        post_id: post.id,
        tag_id: ghostId('tag', id),
        sort_order: at,
      })
    authored.push({
      id: ghostId('relation', authored.length + 1),
      post_id: post.id,
      author_id: ghostId('user', 1),
      sort_order: 0,
    })
    await yieldToEventLoop(signal)
  }
  const user = {
    id: ghostId('user', 1),
    name: author.slice(0, 191),
    slug: 'author',
    email: settings.email || `author@${new URL(origin).hostname}`,
    bio: settings.authorBio.slice(0, 200).toWellFormed() || null,
    status: 'active',
  }
  const tags = [...terms.categories.values(), ...terms.tags.values()].map(toGhostTag)
  const rest = { posts_meta: meta, tags, posts_tags: tagged, users: [user], posts_authors: authored }
  for (const [name, rows] of Object.entries(rest))
    yield `${name === 'posts_meta' ? '\n]' : ''},\n"${name}":${JSON.stringify(rows)}`
  const title = { key: 'title', value: settings.brand }
  const description = { key: 'description', value: settings.description }
  yield `,\n"settings":${JSON.stringify([title, description])}}}]}\n`
}

/** Addresses of this site to those of Ghost, where posts have no folder: first the renames, which a pattern would hide. */
async function redirectsOf(db: Db): Promise<string> {
  const renames = await db
    .selectFrom('redirects')
    .innerJoin('posts', 'posts.id', 'redirects.target_id')
    .select(['redirects.from_slug', 'posts.slug', 'posts.kind'])
    .where('redirects.kind', '=', 'posts')
    .where('posts.deleted_at', 'is', null)
    .where('posts.kind', 'in', ['post', 'page'])
    .orderBy('redirects.id')
    .execute()
  const own = await db
    .selectFrom('own_redirects')
    .select(['from_address', 'to_address'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const list = [
    ...own.map(({ from_address, to_address }) => ({ from: exactly(from_address), to: ghostPath(to_address) })),
    ...renames.map(({ from_slug, slug, kind }) => ({
      from: exactly(kind === 'page' ? `/${from_slug}` : `/blog/${from_slug}`),
      to: `/${slug}/`,
    })),
    { from: '^/blog/category/([^/]+)/?$', to: '/tag/$1/' },
    { from: '^/blog/([^/]+)/?$', to: '/$1/' },
  ]
  return `${JSON.stringify(
    list.map((each) => ({ ...each, permanent: true })),
    null,
    1,
  )}\n`
}

/** A path as a regular expression. A full stop may stand for itself. */
const exactly = (path: string) => `^${path.replace(/[$()*+?[\\\]^{|}]/g, '\\$&')}$`

const ghostPath = (path: string) =>
  path.replace(/^\/blog\/category\/([^/?#]+)/, '/tag/$1/').replace(/^\/blog\/([^/?#]+)/, '/$1/')

/** Readers who are subscribed, or have left: Ghost keeps the latter without mail. Unconfirmed ones are left out. */
async function membersOf(db: Db): Promise<string> {
  const rows = await db
    .selectFrom('subscribers')
    .leftJoin('suppressions', 'suppressions.email', 'subscribers.email')
    .select(['subscribers.email', 'name', 'is_active', 'subscribers.created_at', 'suppressions.email as suppressed'])
    .where('deleted_at', 'is', null)
    .where('unconfirmed_at', 'is', null)
    .orderBy('subscribers.id')
    .execute()
  const header = ['email', 'name', 'note', 'subscribed_to_emails', 'complimentary_plan', 'created_at', 'labels']
  return csvText(
    header,
    rows.map(({ email, name, is_active, created_at, suppressed }) => [
      ...[email, name, null, is_active && suppressed === null ? 'true' : 'false', 'false', created_at, 'Dewlight'],
    ]),
  )
}
