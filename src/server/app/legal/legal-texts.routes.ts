import type { Logger } from 'pino'
import * as contract from '../../../contract/app/legal-texts.ts'
import { findPolicyVersion, type PolicyVersion } from '../../accounts/policy-versions/policy-versions.repo.ts'
import type { DataHosts } from '../../platform/data-hosts.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { found } from '../../platform/http/replies.ts'
import type { Smtp } from '../../platform/smtp-url.ts'
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
    bind(contract.listPolicyVersions, async ({ db, params: { slug }, now }) => ({
      body: (await readHistory(db, slug, now)).earlier.map(toNamed),
    })),
    bind(contract.findPolicyVersion, async ({ db, params: { slug, version } }) => {
      const text = await findPolicyVersion(db, slug, version)
      return text && { body: { ...text, ...toNamed({ version }) } }
    }),
  ]

  async function readText(db: Db, slug: contract.LegalPageSlug, now: string): Promise<contract.LegalText | undefined> {
    const composed = await composeLegalText(db, slug, { sources, now })
    if (!composed) return undefined
    const { isDefault, ...text } = composed
    return { ...text, lastUpdated: await readDate(db, slug, { isDefault, now }) }
  }

  /** The default privacy policy has the date of the specification, and the default disclosure none. */
  async function readDate(
    db: Db,
    slug: contract.LegalPageSlug,
    { isDefault, now }: { isDefault: boolean; now: string },
  ): Promise<string | null> {
    if (slug === 'imprint') return null
    if (isDefault) return slug === 'privacy-policy' ? 'June 14, 2024' : null
    const { current } = await readHistory(db, slug, now)
    return dayLabel(current?.version ?? now)
  }
}

const toNamed = ({ version }: Pick<PolicyVersion, 'version'>) => ({ version, label: dayLabel(version) })

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The day of a version in words; a second one of that day has its number. */
function dayLabel(version: string): string {
  const number = /^.{10}-(\d+)$/.exec(version)?.[1]
  const day = dayFormat.format(new Date(`${version.slice(0, 10)}T00:00:00.000Z`))
  return number ? `${day} (${number})` : day
}
