import type { ReactNode } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'

type AdminFrameProps = {
  /** At the start of the header, on small screens. */
  menu?: ReactNode
  /** After the heading. */
  account?: ReactNode
  /** At the end of the header. */
  tools?: ReactNode
  /** At the side of wide screens. */
  rail?: ReactNode
  children: ReactNode
}

/** Where the parts of the dashboard are. The server draws it too, so it imports nothing that only a browser needs. */
export function AdminFrame({ menu, account, tools, rail, children }: AdminFrameProps) {
  return (
    <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[104rem] px-4 pb-16 md:px-8">
      <header className="flex min-h-13 items-center justify-between gap-x-2 md:gap-x-4 lg:min-h-12">
        {menu}
        <div className="min-w-0 items-baseline gap-3 max-lg:sr-only lg:flex">
          <h1 className="text-xl whitespace-nowrap">Admin Dashboard</h1>
          {account}
        </div>
        {tools}
      </header>
      <div className="lg:grid lg:grid-cols-[11.5rem_minmax(0,1fr)] lg:gap-8">
        {rail}
        <div className="min-w-0 max-lg:pt-2">{children}</div>
      </div>
    </main>
  )
}

/** While the code of a tab is loaded. */
export function TabSkeleton() {
  return (
    <div role="status" className="space-y-5">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-9 w-64 max-w-full" />
      <Skeleton className="h-10 w-full max-w-md" />
      <Skeleton className="h-96 w-full" />
    </div>
  )
}
