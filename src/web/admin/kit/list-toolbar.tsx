import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { controlClass } from './form-fields.tsx'
import type { ListState } from './use-list-state.ts'

/** Long enough that a word is asked for once, short enough that nobody waits. */
const TYPING_MS = 250

type ListToolbarProps = {
  list: ListState
  /** Names the search box: 'Search products'. */
  searchLabel: string
  /** Filters and buttons. */
  children?: ReactNode
}

/** What narrows a list: a search box and its filters. */
export function ListToolbar({ list, searchLabel, children }: ListToolbarProps) {
  return (
    <search className="mb-3 flex flex-wrap items-center gap-2">
      <SearchBox list={list} label={searchLabel} />
      {children}
    </search>
  )
}

function SearchBox({ list, label }: { list: ListState; label: string }) {
  const [text, setText] = useState(list.q)
  const [shown, setShown] = useState(list.q)
  /** Terms that the list was asked for and does not show yet, the newest last. */
  const [requested, setRequested] = useState<readonly string[]>([])
  if (list.q !== shown) {
    setShown(list.q)
    const place = requested.indexOf(list.q)
    setRequested(place < 0 ? [] : requested.slice(place + 1))
    // The address changed by itself (Back, a link): the box follows. An answer to the box never touches what is typed since.
    if (place < 0) setText(list.q)
  }
  const latest = requested.at(-1) ?? shown

  useEffect(() => {
    const term = text.trim()
    if (term === latest) return
    const timer = setTimeout(() => {
      setRequested((terms) => [...terms, term])
      list.change({ q: term })
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, latest, list])

  return (
    <div className="relative min-w-0 grow basis-56 sm:max-w-xs">
      <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-4 text-ink-faint" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        className={`${controlClass} pl-9`}
      />
    </div>
  )
}

type ListFilterProps = {
  list: ListState
  name: string
  label: string
  /** Value and words; the first, with the value '', stands for everything. */
  options: readonly (readonly [value: string, words: string])[]
}

export function ListFilter({ list, name, label, options }: ListFilterProps) {
  return (
    <select
      aria-label={label}
      value={list.filter(name)}
      onChange={(event) => list.change({ [name]: event.target.value })}
      className={`${controlClass} w-auto! max-w-full pr-8`}
    >
      {options.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  )
}
