import { dayIn, lastDays } from '../../../contract/platform/days.ts'
import * as contract from '../../../contract/shop/link-endpoints.ts'
import { LINK_CLICK_DAYS } from '../../../contract/shop/links.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { several } from '../../platform/http/replies.ts'
import { salesOfLinks } from './link-earnings.repo.ts'
import { acknowledgeLinks, findLink, type LinkFigures, ownerLinks, requestChecks } from './links.repo.ts'

export type LinkRoutesOptions = {
  /** False on a site that does not call others. */
  checksLinks: boolean
  startJob(db: Db, name: 'check-links', run: { now: string; isManual: boolean }): Promise<{ afterCommit: () => void }>
}

export function linkRoutes({ checksLinks, startJob }: LinkRoutesOptions) {
  return [
    bind(contract.listLinks, async ({ db, now, query }) => {
      const { items, total } = await ownerLinks.page(db, { ...query, figures: await figuresAt(db, now) })
      return { body: items, total }
    }),
    bind(contract.findLink, async ({ db, now, params }) => {
      const link = await findLink(db, params.id, await figuresAt(db, now))
      return link && { body: link }
    }),
    bind(contract.checkLinks, async ({ db, now, body }) => {
      if (!checksLinks)
        throw new HttpError(409, 'Links are not checked on this site. LINK_CHECKS=on in its configuration turns it on.')
      const reply = await several(requestChecks(db, await ownerLinks.chosen(db, body), now))
      return { ...reply, ...(await startJob(db, 'check-links', { now, isManual: true })) }
    }),
    bind(contract.acknowledgeLinks, async ({ db, now, body }) =>
      several(acknowledgeLinks(db, await ownerLinks.chosen(db, body), now)),
    ),
    bind(contract.unacknowledgeLinks, ({ db, body: { ids } }) => several(acknowledgeLinks(db, ids, null))),
  ]
}

async function figuresAt(db: Db, now: string): Promise<LinkFigures> {
  const { timeZone, currency } = (await readSettings(db)).settings
  const today = dayIn(timeZone, new Date(now))
  return { days: lastDays(LINK_CLICK_DAYS, today), sales: await salesOfLinks(db, today, currency) }
}
