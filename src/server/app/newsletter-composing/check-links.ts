import type { NewsletterCheck } from '../../../contract/audience/newsletters.ts'
import type { Db } from '../../platform/db/schema.ts'
import { countUncheckedLinks, listFailingLinks } from '../../shop/link-health/failing-links.repo.ts'
import type { LinkProbe } from '../../shop/link-health/link-probe.ts'
import type { PageStatus } from '../page-status.ts'
import { checkSiteLinks } from './check-site-links.ts'
import type { ComposedNewsletter } from './compose-newsletter.ts'
import { isWithin, nameLinks } from './name-links.ts'

export type LinkCheckOptions = {
  origin: string
  pageStatus: PageStatus
  /** Absent where the site calls no other sites. */
  probe?: LinkProbe | undefined
  /** When it is sent, if that is decided: then no other site is called, so that sending waits for none. */
  sendsAt?: string | undefined
}

/** Links within the site, affiliate links by the nightly check, and links to other sites. */
export async function checkLinks(
  db: Db,
  composed: ComposedNewsletter,
  { origin, pageStatus, probe, sendsAt }: LinkCheckOptions,
): Promise<Omit<NewsletterCheck, 'name'>> {
  const { newsletter, rendered } = composed
  const foreign = rendered.plainLinks.filter((link) => !isWithin(link, origin))
  const [site, failing, unchecked, others] = await Promise.all([
    checkSiteLinks(db, composed, { origin, pageStatus, sendsAt }),
    listFailingLinks(db, newsletter.id),
    countUncheckedLinks(db, newsletter.id),
    sendsAt === undefined ? probe?.check(foreign) : probe?.read(foreign),
  ])
  const warnings = [
    ...site.warnings,
    ...nameLinks([...failing, ...(others?.failing ?? [])], 'A link fails', (count) => `${count} links fail`),
    ...nameLinks(
      others?.unclear ?? [],
      'A link could not be checked, please open it yourself',
      (count) => `${count} links could not be checked, please open them yourself`,
    ),
    ...(others?.pending
      ? [
          `${counted(others.pending, 'link to another site', 'links to other sites')} still being checked: look again soon.`,
        ]
      : []),
    ...(others?.leftOut ? [`${counted(others.leftOut, 'further link')} not checked, since there are so many.`] : []),
  ]
  const notes = [
    ...(unchecked > 0 ? [`${counted(unchecked, 'affiliate link')} checked for the first time tonight.`] : []),
    ...(others?.ownClicks
      ? [`${counted(others.ownClicks, 'link')} not opened, since that would count as a click of yours.`]
      : []),
    ...(!probe && foreign.length > 0 ? ['Links to other sites are not checked on this site.'] : []),
  ]
  const problems = [...site.errors, ...warnings]
  const none =
    rendered.links.length === 0 ? 'The newsletter has no links.' : 'No link of the newsletter is known to fail.'
  const result = site.errors.length > 0 ? 'error' : warnings.length > 0 ? 'warning' : 'ok'
  return { result, text: [...(problems.length > 0 ? problems : [none]), ...notes].join(' ') }
}

function counted(count: number, noun: string, plural = `${noun}s`): string {
  return count === 1 ? `One ${noun} is` : `${count} ${plural} are`
}
