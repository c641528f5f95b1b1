/** A quiet shape in the place of what is on its way; `className` gives it the size of the real thing. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton block ${className}`} />
}
