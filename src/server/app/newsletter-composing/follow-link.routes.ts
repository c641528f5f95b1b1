import { Hono } from 'hono'
import type { Logger } from 'pino'
import { Id } from '../../../contract/platform/paths.ts'
import { clickReasonOf } from '../../audience/newsletter-sending/click-reason.ts'
import { addClickRequest, findLinkUrl } from '../../audience/newsletter-sending/newsletter-links.repo.ts'
import { PAGE_LINK } from '../../audience/newsletter-sending/page-link.ts'
import type { Db } from '../../platform/db/schema.ts'

type FollowLinkOptions = { db: Db; clock: () => Date; log: Logger }

/**
 * Where the links of newsletters that count clicks lead. The target is the stored one, so that the site redirects nowhere else;
 * a reader gets there also if the click cannot be counted.
 */
export function followLinkRoutes({ db, clock, log }: FollowLinkOptions) {
  return new Hono().get('/letters/link/:newsletter/:link/:key', async (c) => {
    const { newsletter, link: linkKey, key: clickKey } = c.req.param()
    const newsletterId = Id.safeParse(newsletter).data
    const url = newsletterId === undefined ? undefined : await findLinkUrl(db, newsletterId, linkKey)
    const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }
    if (newsletterId === undefined || url === undefined)
      return c.body(null, 302, { ...headers, location: '/not-found' })
    const signal = clickReasonOf({
      method: c.req.method,
      userAgent: c.req.header('user-agent'),
      purpose: c.req.header('sec-purpose') ?? c.req.header('purpose'),
    })
    const isFooter = linkKey === PAGE_LINK
    if (isFooter && signal !== '') return c.body(null, 302, { ...headers, location: url })
    const reason = isFooter ? 'footer' : signal
    try {
      await addClickRequest(db, { newsletterId, linkKey, clickKey, reason, now: clock().toISOString() })
    } catch (error) {
      log.warn({ err: error, newsletter: newsletterId }, 'a click in a newsletter was not counted')
    }
    return c.body(null, 302, { ...headers, location: url })
  })
}
