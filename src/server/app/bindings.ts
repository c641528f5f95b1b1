import { auditRoutes } from '../accounts/audit/audit.routes.ts'
import { accountRoutes } from '../accounts/auth/account.routes.ts'
import { authRoutes } from '../accounts/auth/auth.routes.ts'
import { passkeyRoutes } from '../accounts/auth/passkeys.routes.ts'
import { stepUpRoutes } from '../accounts/auth/step-up.routes.ts'
import { twoFactorRoutes } from '../accounts/auth/two-factor.routes.ts'
import { appearanceRoutes } from '../accounts/settings/appearance.routes.ts'
import { settingsRoutes } from '../accounts/settings/settings.routes.ts'
import { verificationRoutes } from '../accounts/settings/verification.routes.ts'
import { userRoutes } from '../accounts/users/users.routes.ts'
import { mailHookRoutes } from '../audience/bounces/mail-hooks.routes.ts'
import { mailboxRoutes } from '../audience/bounces/mailbox.routes.ts'
import { contactRoutes } from '../audience/contacts/contacts.routes.ts'
import { replyRoutes } from '../audience/contacts/replies.routes.ts'
import { mailRoutes } from '../audience/mail/mail.routes.ts'
import { mailSettingsRoutes } from '../audience/mail/mail-settings.routes.ts'
import { complaintRoutes } from '../audience/newsletter-sending/complaints.routes.ts'
import { personalDataRoutes } from '../audience/personal-data/personal-data.routes.ts'
import { subscriberRoutes } from '../audience/subscribers/subscribers.routes.ts'
import { suppressionRoutes } from '../audience/suppressions/suppressions.routes.ts'
import { categoryRoutes } from '../content/categories/categories.routes.ts'
import { ownerCategoryRoutes } from '../content/categories/owner-categories.routes.ts'
import { imageRoutes } from '../content/images/images.routes.ts'
import { ingredientRoutes } from '../content/ingredients/ingredients.routes.ts'
import { linkReplacementRoutes } from '../content/link-replacements/link-replacements.routes.ts'
import { menuRoutes } from '../content/menus/menus.routes.ts'
import { newsletterPageRoutes } from '../content/posts/newsletter-pages.routes.ts'
import { pageRoutes } from '../content/posts/pages.routes.ts'
import { postBulkRoutes } from '../content/posts/post-bulk.routes.ts'
import { postDraftRoutes } from '../content/posts/post-drafts.routes.ts'
import { postRoutes } from '../content/posts/posts.routes.ts'
import { previewRoutes } from '../content/posts/previews.routes.ts'
import { revisionRoutes } from '../content/posts/revisions.routes.ts'
import { productPageRoutes } from '../content/product-pages/product-pages.routes.ts'
import { redirectRoutes } from '../content/redirects/redirects.routes.ts'
import { routineRoutes } from '../content/routines/routines.routes.ts'
import { searchRoutes } from '../content/search/search.routes.ts'
import { pinPreviewRoutes } from '../content/share-images/pins.routes.ts'
import { backupRoutes } from '../platform/backup/backup.routes.ts'
import { problemRoutes } from '../platform/health/health.routes.ts'
import type { Binding } from '../platform/http/endpoint-handler.ts'
import { jobRoutes } from '../platform/jobs/jobs.routes.ts'
import { openapiRoutes } from '../platform/openapi/openapi.routes.ts'
import { clickRoutes } from '../shop/analytics/clicks.routes.ts'
import { reportRoutes } from '../shop/analytics/reports.routes.ts'
import { catalogRoutes } from '../shop/catalog/catalog.routes.ts'
import { conversionRoutes } from '../shop/conversions/conversions.routes.ts'
import { networkRoutes } from '../shop/conversions/networks.routes.ts'
import { earningAccountRoutes } from '../shop/earnings/accounts/accounts.routes.ts'
import { earningImportRoutes } from '../shop/earnings/imports/imports.routes.ts'
import { programRoutes } from '../shop/earnings/programs/programs.routes.ts'
import { postbackAddressRoutes } from '../shop/earnings/pushes/postback-addresses.routes.ts'
import { earningsRoutes } from '../shop/earnings/summary/earnings.routes.ts'
import { linkRoutes } from '../shop/link-health/links.routes.ts'
import { productImportRoutes } from '../shop/products/import/product-import.routes.ts'
import { productRevisionRoutes } from '../shop/products/product-revisions.routes.ts'
import { productRoutes } from '../shop/products/products.routes.ts'
import { demoRoutes } from './demo/demo.routes.ts'
import { findRoutes } from './find/find.routes.ts'
import { legalTextRoutes } from './legal/legal-texts.routes.ts'
import { recordPoliciesOfFacts } from './legal/record-policies.ts'
import { automaticNewsletterRoutes } from './newsletter-composing/automatic-newsletters.routes.ts'
import { digestRoutes } from './newsletter-composing/digest.routes.ts'
import { newsletterRoutes } from './newsletter-composing/newsletters.routes.ts'
import { overviewRoutes } from './overview/overview.routes.ts'
import { planningRoutes } from './planning/planning.routes.ts'
import { restoreRoutes } from './restoring/restore.routes.ts'
import { ruleRoutes } from './rules/rules.routes.ts'
import type { Services } from './services.ts'
import { siteExportRoutes } from './site-export/site-exports.routes.ts'
import { siteImportRoutes } from './site-import/site-import.routes.ts'

/** All endpoints of the API, bound to what they use. */
export function listBindings(services: Services): readonly Binding[] {
  return [
    // Content
    ...categoryRoutes(),
    ...imageRoutes(services),
    ...ingredientRoutes(),
    ...newsletterPageRoutes(),
    ...menuRoutes(),
    ...ownerCategoryRoutes(),
    ...pinPreviewRoutes(services),
    ...pageRoutes(services),
    ...postRoutes(services),
    ...postBulkRoutes(),
    ...postDraftRoutes(),
    ...previewRoutes(),
    ...redirectRoutes(services),
    ...revisionRoutes(),
    ...routineRoutes(services),
    ...productPageRoutes(),
    ...searchRoutes(services),
    // Shop
    ...catalogRoutes(services),
    ...clickRoutes(services),
    ...conversionRoutes(services),
    ...linkRoutes(services),
    ...linkReplacementRoutes(),
    ...earningsRoutes(),
    ...earningAccountRoutes(services),
    ...earningImportRoutes(services),
    ...networkRoutes(),
    ...programRoutes(services),
    ...postbackAddressRoutes(services),
    ...productImportRoutes(),
    ...productRevisionRoutes(),
    ...productRoutes(),
    ...reportRoutes(),
    // Audience
    ...contactRoutes(services),
    ...newsletterRoutes(services),
    ...mailHookRoutes(services),
    ...mailboxRoutes(services),
    ...automaticNewsletterRoutes(services),
    ...complaintRoutes(services),
    ...digestRoutes(services),
    ...mailRoutes(services),
    ...mailSettingsRoutes(services),
    ...personalDataRoutes(services),
    ...replyRoutes(services),
    ...subscriberRoutes(services),
    ...suppressionRoutes(),
    // Accounts
    ...accountRoutes(services.auth),
    ...appearanceRoutes(services),
    ...verificationRoutes(services),
    ...auditRoutes(services),
    ...authRoutes(services.auth),
    ...passkeyRoutes(services.auth),
    ...settingsRoutes({ ...services, onChange: recordPoliciesOfFacts(services) }),
    ...stepUpRoutes(services.auth),
    ...twoFactorRoutes(services.auth),
    ...userRoutes(),
    // Platform
    ...backupRoutes(services),
    ...siteExportRoutes(services),
    ...restoreRoutes(services),
    ...jobRoutes(services),
    ...openapiRoutes(services),
    ...problemRoutes(services),
    // All of the site
    ...demoRoutes(services),
    ...findRoutes(),
    ...legalTextRoutes(services),
    ...overviewRoutes(services),
    ...planningRoutes(),
    ...ruleRoutes(services),
    ...siteImportRoutes(services),
  ]
}
