import { useSite } from './use-site.ts'

/** Says that the links beside it may earn something. */
export function DisclosureNote({ className = '' }: { className?: string }) {
  return <p className={`text-sm leading-relaxed text-ink-soft ${className}`}>{useSite().disclosure}</p>
}
