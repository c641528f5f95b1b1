import { useQuery } from '@tanstack/react-query'
import type { PolicyPageSlug } from '../../../contract/app/legal-texts.ts'
import { policyVersionQuery } from '../../data/legal-texts.ts'
import { useQueries } from '../../environment.tsx'
import { Link, useRedirect } from '../../lib/router.tsx'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/use-site.tsx'
import { PageSkeleton } from '../page/page-article.tsx'
import { LegalArticle, LegalFailed } from './legal-page.tsx'

/** An earlier text, named as such. A missing one leads to the fallback screen. */
export function PolicyVersion({ slug, version }: { slug: PolicyPageSlug; version: string }) {
  const { data: text, isPending } = useQuery(policyVersionQuery(useQueries().read, slug, version))
  const { brand } = useSite()
  const isMissing = text === null
  useRedirect(isMissing ? '/not-found' : undefined)
  if (!text) return isPending || isMissing ? <PageSkeleton /> : <LegalFailed />
  const { title, label } = text
  return (
    <>
      <Head
        title={`${title}, version of ${label} | ${brand}`}
        description={undefined}
        path={`/${slug}/versions/${version}`}
        robots="noindex"
      />
      <LegalArticle
        text={text}
        intro={
          <>
            The version of {label}.{' '}
            <Link href={`/${slug}`} className="text-accent-deep underline underline-offset-4">
              Read the present text
            </Link>
          </>
        }
      />
    </>
  )
}
