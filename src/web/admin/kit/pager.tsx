import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from './tool-button.tsx'
import { type ListState, PAGE_SIZE } from './use-list-state.ts'

/** The shown range, '26–50 of 5,000', and page navigation. */
export function Pager({ list, total }: { list: ListState; total: number }) {
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const first = (list.page - 1) * PAGE_SIZE + 1
  const last = Math.min(total, list.page * PAGE_SIZE)
  return (
    <nav
      aria-label="Pages of the list"
      className="mt-3 flex flex-wrap items-center justify-between gap-3 text-sm text-ink-soft"
    >
      <p aria-live="polite">
        {total === 0
          ? 'Nothing here'
          : `${first.toLocaleString('en-US')}–${last.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`}
      </p>
      {pages > 1 && (
        <div className="flex items-center gap-1">
          <IconButton
            label="Previous page"
            aria-disabled={list.page <= 1}
            onClick={() => list.page > 1 && list.change({ page: list.page - 1 })}
          >
            <ChevronLeft aria-hidden="true" className="size-5" />
          </IconButton>
          <label className="flex items-center gap-2 whitespace-nowrap">
            <span>Page</span>
            <select
              value={Math.min(list.page, pages)}
              onChange={(event) => list.change({ page: Number(event.target.value) })}
              className="min-h-10 rounded-lg border border-edge bg-white px-2 text-ink"
            >
              {pageChoices(list.page, pages).map((page) => (
                <option key={page} value={page}>
                  {page}
                </option>
              ))}
            </select>
            <span>of {pages.toLocaleString('en-US')}</span>
          </label>
          <IconButton
            label="Next page"
            aria-disabled={list.page >= pages}
            onClick={() => list.page < pages && list.change({ page: list.page + 1 })}
          >
            <ChevronRight aria-hidden="true" className="size-5" />
          </IconButton>
        </div>
      )}
    </nav>
  )
}

/** Every page of a short list; of a long one the first, the last, those near the current, and evenly spaced others. */
function pageChoices(current: number, pages: number): number[] {
  const all = Array.from({ length: pages }, (_, index) => index + 1)
  if (pages <= 40) return all
  const step = Math.ceil(pages / 20)
  return all.filter((page) => page === 1 || page === pages || Math.abs(page - current) <= 5 || page % step === 0)
}
