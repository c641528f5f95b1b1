import { madeByTheSite } from '../../../contract/accounts/root-files.ts'
import * as contract from '../../../contract/accounts/verification.ts'
import { readMetaTags } from '../../../contract/accounts/verification-tags.ts'
import { isSiteSegment } from '../../../contract/content/site-segments.ts'
import { Rejection } from '../../platform/db/rejection.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { policyOf } from '../../platform/http/path-policy.ts'
import { readVerification, saveVerification } from './verification.repo.ts'

/** The pages of the site, as far as verification needs them. */
export type SitePages = {
  /** The HTML of the home page as visitors get it. */
  renderHome(): Promise<string>
}

export function verificationRoutes({ sitePages }: { sitePages: SitePages }) {
  /** The site's own addresses stay its own, also those of a later version. */
  function rejectOwnAddresses({ files }: contract.Verification): void {
    const isClaimed = (name: string) => {
      const path = `/${name.toLowerCase()}`
      const { label } = policyOf(path)
      return label !== 'page' || isSiteSegment(path.split('/')[1] ?? '')
    }
    const index = files.findIndex(({ name }) => isClaimed(name))
    const file = files[index]
    if (file) throw new Rejection(madeByTheSite(file.name), `files.${index}.name`)
  }

  async function rejectMissingContact(db: Db, { securityTxt }: contract.Verification): Promise<void> {
    if (!securityTxt || (await readVerification(db)).email !== '') return
    throw new Rejection('Please enter the email of your contact page first, under Contact & social', 'securityTxt')
  }

  return [
    bind(contract.findVerification, async ({ db }) => ({ body: await readVerification(db) })),
    bind(contract.listHomePageTags, async () => ({ body: readMetaTags(await sitePages.renderHome()) })),
    bindStaged(contract.saveVerification, async ({ db, body, version, now, transact }) => {
      rejectOwnAddresses(body)
      try {
        return await transact({ body, version }, async (transaction) => {
          await rejectMissingContact(transaction, body)
          if ((await saveVerification(transaction, body, now, version)) === undefined) throw new OutdatedVerification()
          return { body: await readVerification(transaction) }
        })
      } catch (error) {
        if (!(error instanceof OutdatedVerification)) throw error
        const message = 'The verification was changed elsewhere meanwhile'
        return { status: 409, body: { message, current: await readVerification(db) } }
      }
    }),
  ]
}

/** Thrown so that the transaction is rolled back. */
class OutdatedVerification extends Error {}
