import type { FormEvent } from 'react'
import { useRouter } from '../../lib/router.tsx'
import { Search } from '../../ui/icons.tsx'

type SearchFormProps = {
  /** Distinguishes several search forms of one page. */
  label: string
  className?: string
}

/** A search form. Ignores a blank term; without JavaScript it is a plain GET form. */
export function SearchForm({ label, className = '' }: SearchFormProps) {
  const { pathname, query, navigate } = useRouter()
  const shown = pathname === '/search' ? (query.get('q') ?? '') : ''
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const term = String(new FormData(event.currentTarget).get('q')).trim()
    if (term) navigate(`/search?q=${encodeURIComponent(term)}`)
  }
  return (
    <search aria-label={label} className={`block ${className}`}>
      <form action="/search" method="get" onSubmit={search} className="relative">
        <input
          key={shown}
          type="search"
          dir="auto"
          name="q"
          defaultValue={shown}
          placeholder="Search skincare..."
          aria-label="Search"
          autoComplete="off"
          maxLength={200}
          enterKeyHint="search"
          className="h-11 w-full rounded-full border border-ink-faint/60 bg-white pr-12 pl-5 text-[0.9375rem] transition-colors hover:border-ink-faint focus-visible:outline-offset-2"
        />
        <button
          type="submit"
          className="absolute inset-y-0.5 right-0.5 inline-flex w-10 items-center justify-center rounded-full text-ink-soft transition-colors hover:bg-cream hover:text-accent-deep"
        >
          <Search className="size-4.5" />
          <span className="sr-only">Search</span>
        </button>
      </form>
    </search>
  )
}
