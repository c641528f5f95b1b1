import type { ReactNode } from 'react'
import type { Overview } from '../../../contract/app/overview.ts'
import { Link } from '../../lib/router.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Panel } from '../kit/panel.tsx'
import { ToolButton } from '../kit/tool-button.tsx'

type OverviewCardProps<Name extends keyof Overview> = {
  title: string
  /** Absent while it loads. */
  overview: Overview | undefined
  part: Name
  refetch: () => void
  /** Where all of it is. */
  more?: { href: string; label: string }
  /** Tailwind height of the skeleton. */
  height?: string
  className?: string
  children: (part: NonNullable<Overview[Name]>) => ReactNode
}

/** One part of the overview, or its loading or error state. */
export function OverviewCard<Name extends keyof Overview>(props: OverviewCardProps<Name>) {
  const { title, overview, part, refetch, more, height = 'h-24', className, children } = props
  const content = overview?.[part]
  return (
    <Panel title={title} className={className} actions={more && <MoreLink href={more.href}>{more.label}</MoreLink>}>
      {overview === undefined ? (
        <div role="status">
          <span className="sr-only">Loading...</span>
          <Skeleton className={`w-full ${height}`} />
        </div>
      ) : content ? (
        children(content as NonNullable<Overview[Name]>)
      ) : (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-sm text-alert-deep">
          This could not be loaded.
          <ToolButton onClick={refetch}>Try again</ToolButton>
        </div>
      )}
    </Panel>
  )
}

function MoreLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="-my-1 inline-flex min-h-9 items-center text-sm font-semibold text-accent-deep underline underline-offset-4"
    >
      {children}
    </Link>
  )
}
