import { type FormEvent, useEffect, useRef } from 'react'
import { useRouter } from '../../lib/router.tsx'
import { Search } from '../../ui/icons.tsx'

type SearchFormProps = {
  /** Distinguishes several search forms of one page. */
  label: string
}

/** A search form. Ignores a blank term; without JavaScript it is a plain GET form. */
export function SearchForm({ label }: SearchFormProps) {
  const { pathname, query, navigate } = useRouter()
  const shown = pathname === '/search' ? (query.get('q') ?? '').trim() : ''
  const input = useRef<HTMLInputElement>(null)
  const before = useRef(shown)
  useEffect(() => {
    const box = input.current!
    // A term that is being typed while the next page loads stays.
    if ([before.current, shown].includes(box.value.trim())) box.value = shown
    before.current = shown
  }, [shown])
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const term = String(new FormData(event.currentTarget).get('q')).trim()
    if (term) navigate(`/search?q=${encodeURIComponent(term)}`)
  }
  return (
    <search aria-label={label}>
      <form action="/search" method="get" onSubmit={search} className="relative">
        <input
          ref={input}
          type="search"
          dir="auto"
          name="q"
          defaultValue={shown}
          placeholder="Search skincare..."
          aria-label="Search"
          autoComplete="off"
          maxLength={200}
          enterKeyHint="search"
          className="search-input"
        />
        <button type="submit" className="search-button">
          <Search className="size-4.5" />
          <span className="sr-only">Search</span>
        </button>
      </form>
    </search>
  )
}
