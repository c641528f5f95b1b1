import { TriangleAlert } from 'lucide-react'

/** Says that readers do not see a block, or a part of it. */
export function GoneWarning({ children }: { children: string }) {
  return (
    <span className="mt-1 flex items-center gap-1.5 text-sm font-medium text-alert-deep">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      {children}
    </span>
  )
}
