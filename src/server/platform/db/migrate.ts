import { setTimeout as pause } from 'node:timers/promises'
import { type Migration, Migrator } from 'kysely/migration'
import { isDeadlock, isLockTimeout } from './errors.ts'
import { executedMigrations, isCompatible, type PhasedMigration, withPhase } from './migration-phase.ts'
import { firstTables } from './migrations/0001-first-tables.ts'
import { searchIndexes } from './migrations/0002-search-indexes.ts'
import { deletionAndAudit } from './migrations/0003-deletion-and-audit.ts'
import { signIn } from './migrations/0004-sign-in.ts'
import { postEditing } from './migrations/0005-post-editing.ts'
import { media } from './migrations/0006-media.ts'
import { products } from './migrations/0007-products.ts'
import { analytics } from './migrations/0008-analytics.ts'
import { mail } from './migrations/0009-mail.ts'
import { jobs } from './migrations/0010-jobs.ts'
import { securityEvents } from './migrations/0011-security-events.ts'
import { productRevisions } from './migrations/0012-product-revisions.ts'
import { mailsOfMessages } from './migrations/0013-mails-of-messages.ts'
import { cdnPurges } from './migrations/0014-cdn-purges.ts'
import { rateLimits } from './migrations/0015-rate-limits.ts'
import { partitionedClicks } from './migrations/0016-partitioned-clicks.ts'
import { searchWords } from './migrations/0018-search-words.ts'
import { schemaCompatibility } from './migrations/0019-schema-compatibility.ts'
import { sharedAssets } from './migrations/0020-shared-assets.ts'
import { postDrafts } from './migrations/0021-post-drafts.ts'
import { pictures } from './migrations/0023-pictures.ts'
import { repliesAndResets } from './migrations/0024-replies-and-resets.ts'
import { demoRows } from './migrations/0025-demo-rows.ts'
import { formerDefaults } from './migrations/0026-former-defaults.ts'
import { skincareModel } from './migrations/0027-skincare-model.ts'
import { searchFacts } from './migrations/0029-search-facts.ts'
import { postReferencesVersion } from './migrations/0032-post-references-version.ts'
import { programs } from './migrations/0033-programs.ts'
import { earningsLedger } from './migrations/0034-earnings-ledger.ts'
import { pageViews } from './migrations/0035-page-views.ts'
import { linkHealth } from './migrations/0036-link-health.ts'
import { pushedSales } from './migrations/0037-pushed-sales.ts'
import { automaticTrackingIds } from './migrations/0038-automatic-tracking-ids.ts'
import { viewSums } from './migrations/0040-view-sums.ts'
import { newsletters } from './migrations/0041-newsletters.ts'
import { audience } from './migrations/0042-audience.ts'
import { deliveryReports } from './migrations/0043-delivery-reports.ts'
import { digests } from './migrations/0045-digests.ts'
import { deliveryReportDetails } from './migrations/0047-delivery-report-details.ts'
import { sentSettings } from './migrations/0048-sent-settings.ts'
import { newsletterClicks } from './migrations/0049-newsletter-clicks.ts'
import { signUpNetworks } from './migrations/0050-sign-up-networks.ts'
import { recipientOutcomes } from './migrations/0051-recipient-outcomes.ts'
import { automaticMails } from './migrations/0052-automatic-mails.ts'
import { owedConfirmations } from './migrations/0053-owed-confirmations.ts'
import { importAttempts } from './migrations/0054-import-attempts.ts'
import { eventPrograms } from './migrations/0055-event-programs.ts'
import { sessionAuthentications } from './migrations/0056-session-authentications.ts'
import { productAsins } from './migrations/0062-product-asins.ts'
import { similarRows } from './migrations/0066-similar-rows.ts'
import { fractionsOfCents } from './migrations/0067-fractions-of-cents.ts'
import { searchFolds } from './migrations/0069-search-folds.ts'
import { feedIds } from './migrations/0070-feed-ids.ts'
import { oneSpelling } from './migrations/0071-one-spelling.ts'
import { passkeyHosts } from './migrations/0074-passkey-hosts.ts'
import { addressesAsNames } from './migrations/0077-addresses-as-names.ts'
import { composedNames } from './migrations/0078-composed-names.ts'
import { programRules } from './migrations/0079-program-rules.ts'
import { mailAnswers } from './migrations/0080-mail-answers.ts'
import { postLabels } from './migrations/0081-post-labels.ts'
import { consentsAndComplaints } from './migrations/0083-consents-and-complaints.ts'
import { policyVersions } from './migrations/0084-policy-versions.ts'
import { erasures } from './migrations/0085-erasures.ts'
import { earningMonthSums } from './migrations/0087-earning-month-sums.ts'
import { ownRedirects } from './migrations/0091-own-redirects.ts'
import { planning } from './migrations/0095-planning.ts'
import { missingPages } from './migrations/0098-missing-pages.ts'
import { productImports } from './migrations/0099-product-imports.ts'
import { linksBetweenPosts } from './migrations/0100-links-between-posts.ts'
import { hitsOfRenames } from './migrations/0101-hits-of-renames.ts'
import { siteImports } from './migrations/0102-site-imports.ts'
import { siteImportChoices } from './migrations/0103-site-import-choices.ts'
import { importCounts } from './migrations/0105-import-counts.ts'
import { replacedTexts } from './migrations/0106-replaced-texts.ts'
import { importedComments } from './migrations/0107-imported-comments.ts'
import type { Db } from './schema.ts'
import { createFoldTriggers } from './search-fold-index.ts'

/** In the order in which they run. Names are recorded in databases and never change. */
export const migrations: Readonly<Record<string, Migration | PhasedMigration>> = {
  '0001-first-tables': firstTables,
  '0002-search-indexes': searchIndexes,
  '0003-deletion-and-audit': deletionAndAudit,
  '0004-sign-in': signIn,
  '0005-post-editing': postEditing,
  '0006-media': media,
  '0007-products': products,
  '0008-analytics': analytics,
  '0009-letters': mail,
  '0010-jobs': jobs,
  '0011-security-events': securityEvents,
  '0012-product-revisions': productRevisions,
  '0013-mails-of-messages': mailsOfMessages,
  '0014-cdn-purges': cdnPurges,
  '0015-rate-limits': rateLimits,
  '0016-partitioned-clicks': partitionedClicks,
  '0018-search-words': searchWords,
  '0019-schema-compatibility': schemaCompatibility,
  '0020-shared-assets': sharedAssets,
  '0021-post-drafts': postDrafts,
  '0023-pictures': pictures,
  '0024-replies-and-resets': repliesAndResets,
  '0025-demo-rows': demoRows,
  '0026-former-defaults': formerDefaults,
  '0027-skincare-model': skincareModel,
  '0029-search-facts': searchFacts,
  '0032-post-references-version': postReferencesVersion,
  '0033-programs': programs,
  '0034-earnings-ledger': earningsLedger,
  '0035-page-views': pageViews,
  '0036-link-health': linkHealth,
  '0037-pushed-sales': pushedSales,
  '0038-automatic-tracking-ids': automaticTrackingIds,
  '0040-view-sums': viewSums,
  '0041-newsletters': newsletters,
  '0042-audience': audience,
  '0043-delivery-reports': deliveryReports,
  '0045-digests': digests,
  '0047-delivery-report-details': deliveryReportDetails,
  '0048-sent-settings': sentSettings,
  '0049-newsletter-clicks': newsletterClicks,
  '0050-sign-up-networks': signUpNetworks,
  '0051-recipient-outcomes': recipientOutcomes,
  '0052-automatic-mails': automaticMails,
  '0053-owed-confirmations': owedConfirmations,
  '0054-import-attempts': importAttempts,
  '0055-event-programs': eventPrograms,
  '0056-session-authentications': sessionAuthentications,
  '0062-product-asins': productAsins,
  '0066-similar-rows': similarRows,
  '0067-fractions-of-cents': fractionsOfCents,
  '0069-search-folds': searchFolds,
  '0070-feed-ids': feedIds,
  '0071-one-spelling': oneSpelling,
  '0074-passkey-hosts': passkeyHosts,
  '0077-addresses-as-names': addressesAsNames,
  '0078-composed-names': composedNames,
  '0079-program-rules': programRules,
  '0080-mail-answers': mailAnswers,
  '0081-post-labels': postLabels,
  '0083-consents-and-complaints': consentsAndComplaints,
  '0084-policy-versions': policyVersions,
  '0085-erasures': erasures,
  '0087-earning-month-sums': earningMonthSums,
  '0091-own-redirects': ownRedirects,
  '0095-planning': planning,
  '0098-missing-pages': missingPages,
  '0099-product-imports': productImports,
  '0100-links-between-posts': linksBetweenPosts,
  '0101-hits-of-renames': hitsOfRenames,
  '0102-site-imports': siteImports,
  '0103-site-import-choices': siteImportChoices,
  '0105-import-counts': importCounts,
  '0106-replaced-texts': replacedTexts,
  '0107-imported-comments': importedComments,
}

/** Those that were written before migrations had a phase. */
export const LAST_WITHOUT_PHASE = '0013-mails-of-messages'

type MigrateOptions = {
  list?: typeof migrations
  /** Called when another transaction holds a lock for too long, or waits for one of the migration, before the next attempt. */
  onWait?: () => void
  retryMs?: number
}

/** Attempts to get the locks of a migration, about a minute together with their pauses. */
const ATTEMPTS = 12
const RETRY_MS = 2000

/**
 * Runs all pending migrations in one transaction; throws and rolls back if one fails. While it waits for a lock, readers of
 * that table wait too, so it gives up after some seconds and tries again. A newer database is left as it is if this program
 * is compatible with it. Returns the migrations that this program does not know.
 */
export async function migrateToLatest(
  db: Db,
  { list = migrations, onWait = () => {}, retryMs = RETRY_MS }: MigrateOptions = {},
): Promise<string[]> {
  const newer = await newerMigrations(db, list)
  if (newer.length > 0) {
    if (await isCurrent(db, list)) return newer
    throw new Error(
      'Cannot use the database: a newer version of the program has changed it, and this version is not compatible with that. Start the newer version, or restore a backup from before the upgrade.',
    )
  }
  for (let attempt = 1; ; attempt++) {
    const { error } = await migrator(db, list).migrateToLatest()
    if (!error) {
      await createFoldTriggers(db)
      return []
    }
    if (!(isLockTimeout(error) || isDeadlock(error)) || attempt === ATTEMPTS) throw error
    onWait()
    await pause(retryMs)
  }
}

/** Migrates an empty database up to a given migration. Throws if it does not exist. */
export async function migrateTo(db: Db, name: string): Promise<void> {
  if (!(name in migrations))
    throw new Error(`There is no migration ${name} here: it is of a newer version of the program.`)
  const { error } = await migrator(db, migrations).migrateTo(name)
  if (error) throw error
}

/** Whether this program has a migration of that name. */
export const isKnownMigration = (name: string) => Object.hasOwn(migrations, name)

/** The name of the newest migration that has run; '' for a new database. */
export async function lastMigration(db: Db): Promise<string> {
  return (await executedMigrations(db)).at(-1) ?? ''
}

/** True when every migration has run, and those of newer versions are compatible with this one. */
export async function isCurrent(db: Db, list = migrations): Promise<boolean> {
  const executed = await executedMigrations(db)
  const known = Object.keys(list)
  if (!known.every((name) => executed.includes(name))) return false
  const newest = known.sort().at(-1)
  return executed.length === known.length || newest === undefined || isCompatible(db, newest)
}

/** The migrations of newer versions of the program, which this one does not know. */
export async function newerMigrations(db: Db, list = migrations): Promise<string[]> {
  return (await executedMigrations(db)).filter((name) => !(name in list))
}

function migrator(db: Db, list: typeof migrations): Migrator {
  const phased = Object.fromEntries(Object.entries(list).map(([name, migration]) => [name, withPhase(migration)]))
  return new Migrator({ db, provider: { getMigrations: async () => phased } })
}
