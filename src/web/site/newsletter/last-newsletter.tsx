import { useQuery } from '@tanstack/react-query'
import { newestNewsletterQuery } from '../../data/newsletters.ts'
import { useQueries } from '../../environment.tsx'
import { Link } from '../../lib/router.tsx'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'
import { newsletterHref, newslettersHref } from '../newsletter-archive/newsletter-hrefs.ts'

const link = 'inline-block py-0.5 text-accent-deep underline underline-offset-4 hover:text-accent-darker'

/** Links the newsletter that subscribers got last. */
export function LastNewsletter() {
  const { lang } = useWritten()
  const hasNewsletters = useSite().explore?.includes('newsletters') ?? false
  const { data: newest } = useQuery({ ...newestNewsletterQuery(useQueries().read), enabled: hasNewsletters })
  if (!newest) return null
  return (
    <p className="mt-10 text-center wrap-anywhere text-ink-soft">
      The last one:{' '}
      <Link href={newsletterHref(newest.slug)} className={link}>
        “<bdi lang={lang}>{newest.title}</bdi>”
      </Link>
      <br />
      <Link href={newslettersHref(1)} className={link}>
        Read earlier newsletters
      </Link>
    </p>
  )
}
