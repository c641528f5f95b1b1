import { useSite } from './use-site.tsx'

/** Discloses that affiliate links earn a commission. */
export function DisclosureNote({ className = '' }: { className?: string }) {
  return <p className={`text-15 leading-relaxed text-ink-soft ${className}`}>{useSite().disclosure}</p>
}
