import { sql } from 'kysely'
import { missingFacts } from '../../../contract/accounts/legal-facts.ts'
import type { Settings } from '../../../contract/accounts/site.ts'
import { isLoopbackHost } from '../../../contract/audience/mail-settings.ts'
import type { Player } from '../../../contract/content/videos.ts'
import { networks } from '../../../contract/shop/networks.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import { readMailServer } from '../../audience/mail/mail-settings.repo.ts'
import { isPublic } from '../../content/posts/public-posts.repo.ts'
import { videoProvidersIn } from '../../content/rich-text/block-html.ts'
import type { DataHosts } from '../../platform/data-hosts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Smtp } from '../../platform/smtp-url.ts'

/** The policies state these: the owner's facts, and those that the site knows. */
export type PolicyFacts = Pick<
  Settings,
  'brand' | 'ownerName' | 'postalAddress' | 'serverCountry' | 'authority' | 'children' | 'readers'
> & {
  /** Empty where the contact page stands in for it. */
  email: string
  processors: string[]
  /** After which messages are deleted; 0 for never. */
  messageYears: number
  hosts: DataHosts & { mail?: string }
  programs: string[]
  /** Companies whose players are in public texts. */
  videos: string[]
}

/** The environment says where data goes. */
export type PolicySources = { smtp: Smtp | undefined; hosts: DataHosts }

/** Undefined while facts that only the owner knows are missing. */
export async function readPolicyFacts(
  db: Db,
  { smtp, hosts }: PolicySources,
  now: string,
): Promise<PolicyFacts | undefined> {
  const { settings } = await readSettings(db)
  if (missingFacts(settings).length > 0) return undefined
  const { brand, ownerName, postalAddress, serverCountry, authority, children, readers } = settings
  const mail = smtp?.host ?? (await readMailServer(db)).server?.host
  return {
    brand,
    ownerName,
    postalAddress,
    serverCountry,
    authority,
    children,
    readers,
    email: settings.privacyEmail || settings.email,
    processors: settings.processors.split('\n').filter((line) => line.trim() !== ''),
    messageYears: Number(settings.messagesKept) || 0,
    hosts: { ...hosts, ...(mail && !isLoopbackHost(mail) ? { mail } : {}) },
    programs: await listProgramNames(db),
    videos: await listVideoCompanies(db, now),
  }
}

/** Programs in a policy at most. */
const PROGRAMS_MAX = 100

/** The programs that links lead to or that the owner has entered. */
async function listProgramNames(db: Db): Promise<string[]> {
  const programs = await db
    .selectFrom('programs')
    .select(['name', 'network'])
    .where((eb) => eb.or([eb('product_links', '>', 0), eb('post_links', '>', 0), eb('is_edited', '=', true)]))
    .orderBy('name')
    .orderBy('id')
    .limit(PROGRAMS_MAX)
    .execute()
  const names = programs.map(({ name, network }) => {
    const { label } = networks[network]
    return network === 'generic' || name.includes(label) ? name : `${name} (${label})`
  })
  return [...new Set(names)]
}

/** Parts of the addresses of each company's videos. */
const addressMarks: Record<Player, string> = { YouTube: 'youtu', Vimeo: 'vimeo.com', TikTok: 'tiktok.com' }

/** Texts that may show a video of a company and are read to find out; it is named if all of them only link to it. */
const TEXTS_MAX = 20

async function listVideoCompanies(db: Db, now: string): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(addressMarks).map(async ([name, mark]) => {
      const texts = await db
        .selectFrom('posts')
        .select('content')
        .where((eb) => eb.or([isPublic(now, 'post'), isPublic(now, 'page')]))
        .where(sql<boolean>`content like '%data-block="video"%'`)
        .where(sql<boolean>`content like ${`%${mark}%`}`)
        .orderBy('id', 'desc')
        .limit(TEXTS_MAX)
        .execute()
      const isShown = texts.length === TEXTS_MAX || texts.some(({ content }) => videoProvidersIn(content).has(name))
      return isShown ? [name] : []
    }),
  )
  return found.flat()
}
