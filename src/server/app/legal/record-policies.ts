import { settingsSections } from '../../../contract/accounts/setting-fields.ts'
import type { Settings } from '../../../contract/accounts/site.ts'
import { type PolicyPageSlug, policyPages } from '../../../contract/app/legal-texts.ts'
import { dayIn } from '../../../contract/platform/days.ts'
import {
  DEFAULT_VERSION,
  listPolicyVersions,
  lockPolicyVersions,
  type PolicyVersion,
  policyHash,
  recordPolicyVersion,
} from '../../accounts/policy-versions/policy-versions.repo.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import { findPublishedPage } from '../../content/posts/pages.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { composePolicy } from './compose-legal-text.ts'
import { type PolicySources, readPolicyFacts } from './policy-facts.repo.ts'

type Recording = { sources: PolicySources; now: string }

/** Reads the text at the address of a policy: a page of the owner, else the composed one. */
async function readShownPolicy(db: Db, slug: PolicyPageSlug, { sources, now }: Recording) {
  const own = await findPublishedPage(db, slug, now)
  if (own?.slug === slug) return { title: own.title, content: own.content, isDefault: false }
  return composePolicy(db, slug, await readPolicyFacts(db, sources, now))
}

/** Stores what the policies say, if it has changed; must run in a transaction. The default text begins no history. */
export async function recordPolicies(db: Db, recording: Recording): Promise<void> {
  await lockPolicyVersions(db)
  for (const slug of policyPages) await recordPolicy(db, slug, recording)
}

/** Stores what the policies say from then on with a change of the legal facts. */
export function recordPoliciesOfFacts({ smtp, hosts }: PolicySources) {
  return async (db: Db, changed: Partial<Settings>, now: string): Promise<void> => {
    const isFact = Object.keys(settingsSections.facts.fields).some((key) => key in changed)
    if (isFact) await recordPolicies(db, { sources: { smtp, hosts }, now })
  }
}

async function recordPolicy(db: Db, slug: PolicyPageSlug, recording: Recording): Promise<void> {
  const { title, content, isDefault } = await readShownPolicy(db, slug, recording)
  const isFirst = (await listPolicyVersions(db, slug)).length === 0
  if (isFirst && isDefault) return
  const { now } = recording
  if (isFirst) {
    const former = await composePolicy(db, slug, undefined)
    const { title, content } = former
    await recordPolicyVersion(db, slug, { title, content, day: DEFAULT_VERSION, now })
  }
  const { timeZone } = (await readSettings(db)).settings
  const day = isDefault ? DEFAULT_VERSION : dayIn(timeZone, new Date(now))
  await recordPolicyVersion(db, slug, { title, content, day, now })
}

export type PolicyHistory = { current: PolicyVersion | undefined; earlier: PolicyVersion[] }

/**
 * The versions of a policy. What the site knows may have changed without a save of the settings, so a text that is shown for
 * the first time is stored by `record`.
 */
export async function readPolicyHistory(
  db: Db,
  slug: PolicyPageSlug,
  { record, ...recording }: Recording & { record(): Promise<void> },
): Promise<PolicyHistory> {
  const shown = await readShownPolicy(db, slug, recording)
  const hash = policyHash(shown)
  let versions = await listPolicyVersions(db, slug)
  if (versions[0] ? versions[0].hash !== hash : !shown.isDefault) {
    await record()
    versions = await listPolicyVersions(db, slug)
  }
  const [latest, ...others] = versions
  return latest?.hash === hash ? { current: latest, earlier: others } : { current: undefined, earlier: versions }
}
