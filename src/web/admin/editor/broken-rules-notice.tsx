import { useQuery } from '@tanstack/react-query'
import { postRulesQuery } from '../../data/owner/rules.ts'
import { Link } from '../../lib/router.tsx'

type BrokenRulesNoticeProps = {
  /** Undefined until the server has the text. */
  id: number | undefined
  /** Whether the server has all of it. */
  isStored: boolean
}

/** Says before publishing which rules the text would break. It never keeps the owner from publishing. */
export function BrokenRulesNotice({ id, isStored }: BrokenRulesNoticeProps) {
  // Checked again whenever the text has been stored. A check that fails does not interrupt the writing.
  const { data: faults = [] } = useQuery({
    ...postRulesQuery(id ?? 0),
    enabled: id !== undefined && isStored,
    staleTime: 0,
    retry: false,
  })
  return (
    <div role="status" className="mx-auto w-full max-w-[calc(720px+4rem)] text-sm">
      {faults.map(({ text, fix }) => (
        <p key={text} className="mt-2 rounded-card border border-line bg-white px-4 py-2 wrap-anywhere md:px-8">
          {text}{' '}
          <Link
            href={fix?.href ?? '/admin/rules'}
            className="font-semibold text-accent-deep underline underline-offset-4"
          >
            {fix?.label ?? 'All rules'}
          </Link>
        </p>
      ))}
    </div>
  )
}
