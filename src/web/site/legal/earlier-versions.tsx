import { useQuery } from '@tanstack/react-query'
import type { PolicyPageSlug } from '../../../contract/app/legal-texts.ts'
import { policyVersionsQuery } from '../../data/legal-texts.ts'
import { useQueries } from '../../environment.tsx'
import { Link } from '../../lib/router.tsx'

/** Links to what a policy said before; none for its first text. */
export function EarlierVersions({ slug }: { slug: PolicyPageSlug }) {
  const { data: versions = [] } = useQuery(policyVersionsQuery(useQueries().read, slug))
  if (versions.length === 0) return null
  return (
    <details className="mt-12 border-t border-line pt-4 text-ink-soft print:hidden">
      <summary className="py-2">Earlier versions</summary>
      <ul>
        {versions.map(({ version, label }) => (
          <li key={version}>
            <Link
              href={`/${slug}/versions/${version}`}
              className="inline-block py-2 text-accent-deep underline underline-offset-4"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
