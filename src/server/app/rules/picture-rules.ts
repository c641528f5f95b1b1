import { sql } from 'kysely'
import { isRefusedPicture } from '../../../contract/platform/refused-pictures.ts'
import type { Db } from '../../platform/db/schema.ts'
import { counted, kept, type RuleSet } from './rule.ts'
import { listTextsWith } from './rules.repo.ts'

/** Amazon's hosts as they stand in addresses of pictures. */
const hosts = ['amazon.', 'amazon-adsystem.']
const TEXTS_MAX = 200

export const pictureRules: RuleSet = {
  pictures: {
    title: 'No picture of Amazon’s is shown',
    why: 'Amazon’s Program Policies allow its pictures only through its own interface; uploads of your own are yours to show.',
    async check({ db }) {
      const places = [...(await listProducts(db)), ...(await listTexts(db))]
      if (places.length === 0) return kept('None is stored, and none can be added.')
      const have = counted(places.length, 'place has', 'places have')
      return {
        state: 'needs-you',
        detail: `${have} one that readers do not see. Please upload a photo of your own.`,
        places,
      }
    },
  },
}

async function listProducts(db: Db) {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'image_url', 'facts'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or(hosts.map((host) => eb(sql`lower(image_url || facts)`, 'like', `%${host}%`))))
    .orderBy('name')
    .execute()
  return rows
    .filter(({ image_url, facts }) => [image_url, ...picturesOf(facts)].some(isRefusedPicture))
    .map(({ id, name }) => ({ label: name, href: `/admin/products/${id}` }))
}

function picturesOf(facts: string): string[] {
  const { moreImages = [] } = JSON.parse(facts) as { moreImages?: string[] }
  return moreImages
}

async function listTexts(db: Db) {
  const rows = await listTextsWith(db, hosts, TEXTS_MAX)
  return rows
    .filter(({ content }) =>
      [...content.matchAll(/<img\s[^>]*?\bsrc="([^"]*)"/gi)].some(([, src = '']) => isRefusedPicture(src)),
    )
    .map(({ id, title, kind }) => ({ label: title, href: `/admin/${kind === 'page' ? 'pages' : 'posts'}/${id}` }))
}
