import { Link } from '../../lib/router.tsx'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'

/** Says before the first affiliate link what it is. */
export function DisclosureLine() {
  const { linkNote } = useSite()
  const { lang } = useWritten()
  return (
    <p lang={linkNote && lang} className="text-15 text-ink-soft">
      {linkNote?.text ?? 'This page contains affiliate links.'}{' '}
      <Link
        href="/affiliate-disclosure"
        className="font-medium text-accent-deep underline underline-offset-4 hover:text-ink"
      >
        {linkNote?.how ?? 'How this site earns money'}
      </Link>
    </p>
  )
}
