import type { Logger } from 'pino'
import { regionWords } from '../../../contract/accounts/region.ts'
import * as contract from '../../../contract/app/legal-texts.ts'
import { dayIn } from '../../../contract/platform/days.ts'
import { formatDay } from '../../../contract/platform/format-day.ts'
import { DEFAULT_VERSION, findPolicyVersion } from '../../accounts/policy-versions/policy-versions.repo.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import { findOwnerSince } from '../../accounts/users/users.repo.ts'
import type { DataHosts } from '../../platform/data-hosts.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { found } from '../../platform/http/replies.ts'
import type { Smtp } from '../../platform/smtp-url.ts'
import { hasDemoRows } from '../demo/demo-rows.repo.ts'
import { composeLegalText } from './compose-legal-text.ts'
import { readPolicyHistory, recordPolicies } from './record-policies.ts'

export type LegalTextOptions = {
  /** The database that takes writes. */
  db: Db
  smtp: Smtp | undefined
  hosts: DataHosts
  log: Logger
}

export function legalTextRoutes({ db: primary, smtp, hosts, log }: LegalTextOptions) {
  const sources = { smtp, hosts }
  const readHistory = (db: Db, slug: contract.PolicyPageSlug, now: string) =>
    readPolicyHistory(db, slug, {
      sources,
      now,
      // A database that takes no writes still has readers.
      record: () =>
        primary
          .transaction()
          .execute((transaction) => recordPolicies(transaction, { sources, now }))
          .catch((error: unknown) => log.warn({ err: error }, 'the new text of a policy could not be stored')),
    })

  return [
    bind(contract.findLegalText, ({ db, params: { slug }, now }) => found(readText(db, slug, now))),
    bind(contract.listPolicyVersions, async ({ db, params: { slug }, now }) => {
      const [{ earlier }, labelOf] = await Promise.all([readHistory(db, slug, now), readDayLabels(db)])
      return { body: earlier.map(({ version }) => ({ version, label: labelOf(version) })) }
    }),
    bind(contract.findPolicyVersion, async ({ db, params: { slug, version } }) => {
      const text = await findPolicyVersion(db, slug, version)
      return text && { body: { ...text, version, label: (await readDayLabels(db))(version) } }
    }),
  ]

  async function readText(db: Db, slug: contract.LegalPageSlug, now: string): Promise<contract.LegalText | undefined> {
    const composed = await composeLegalText(db, slug, { sources, now })
    if (!composed) return undefined
    const { isDefault, ...text } = composed
    return { ...text, lastUpdated: await readDate(db, slug, { isDefault, now }) }
  }

  /** The default disclosure has no date. */
  async function readDate(
    db: Db,
    slug: contract.LegalPageSlug,
    { isDefault, now }: { isDefault: boolean; now: string },
  ): Promise<string | null> {
    if (slug === 'imprint') return null
    if (isDefault && slug !== 'privacy-policy') return null
    const version = isDefault ? DEFAULT_VERSION : (await readHistory(db, slug, now)).current?.version
    return (await readDayLabels(db))(version ?? now)
  }
}

/** Returns the day of a version in words; a second one of that day has its number. */
async function readDayLabels(db: Db): Promise<(version: string) => string> {
  const [{ settings }, isDemo, ownerSince] = await Promise.all([readSettings(db), hasDemoRows(db), findOwnerSince(db)])
  const { dates } = regionWords(settings)
  // The default text is that of the specification, but a site of an owner said nothing before it was set up.
  const firstDay = ownerSince && !isDemo ? dayIn(settings.timeZone, new Date(ownerSince)) : DEFAULT_VERSION
  return (version) => {
    const number = /^.{10}-(\d+)$/.exec(version)?.[1]
    const day = version.startsWith(DEFAULT_VERSION) ? firstDay : version.slice(0, 10)
    return formatDay(day, dates) + (number ? ` (${number})` : '')
  }
}
