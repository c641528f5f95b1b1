import { Skeleton } from '../../ui/skeleton.tsx'

/** The editor while it or its post loads. */
export function EditorSkeleton() {
  return (
    <div role="status" className="space-y-5">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-14 w-3/4" />
      <Skeleton className="h-96 w-full" />
    </div>
  )
}
