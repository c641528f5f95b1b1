import { formatCount } from '../analytics/formats.ts'
import { ToolButton } from './tool-button.tsx'

type PageButtonsProps = {
  label: string
  /** From 1. */
  page: number
  pages: number
  onChange: (page: number) => void
  previous?: string
  next?: string
}

/** Pages of a list whose page is not in the URL; nothing for a single one. */
export function PageButtons({ label, page, pages, onChange, previous = 'Previous', next = 'Next' }: PageButtonsProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label={label} className="mt-3 flex flex-wrap items-center justify-end gap-2 text-sm">
      <ToolButton aria-disabled={page <= 1} onClick={() => page > 1 && onChange(page - 1)}>
        {previous}
      </ToolButton>
      <span>
        Page {formatCount(page)} of {formatCount(pages)}
      </span>
      <ToolButton aria-disabled={page >= pages} onClick={() => page < pages && onChange(page + 1)}>
        {next}
      </ToolButton>
    </nav>
  )
}
