import { Link } from '../../lib/router.tsx'

/** Says before the first affiliate link what it is. */
export function DisclosureLine() {
  return (
    <p className="text-sm text-ink-soft">
      This page contains affiliate links.{' '}
      <Link
        href="/affiliate-disclosure"
        className="font-medium text-accent-deep underline underline-offset-4 hover:text-ink"
      >
        How this site earns money
      </Link>
    </p>
  )
}
