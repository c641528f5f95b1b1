import { defaultTexts } from '../../data/page-data.ts'
import { useSite } from './use-site.tsx'
import { useWritten } from './use-written.ts'

/** Discloses that affiliate links earn a commission. */
export function DisclosureNote({ className = '' }: { className?: string }) {
  const { disclosure } = useSite()
  const { lang } = useWritten()
  return (
    <p
      lang={disclosure === defaultTexts.disclosure ? undefined : lang}
      className={`text-15 leading-relaxed text-ink-soft ${className}`}
    >
      {disclosure}
    </p>
  )
}
