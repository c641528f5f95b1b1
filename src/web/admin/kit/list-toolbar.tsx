import { Search, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { controlClass } from './form-fields.tsx'
import { toolClass } from './tool-button.tsx'
import { useFold } from './use-fold.ts'
import type { ListState } from './use-list-state.ts'

const DEBOUNCE_MS = 250

type ListToolbarProps = {
  list: ListState
  /** Label of the search box: 'Search products'. */
  searchLabel: string
  /** Filters and buttons. */
  children?: ReactNode
}

/** The search box and filters of a list. */
export function ListToolbar({ list, searchLabel, children }: ListToolbarProps) {
  return (
    <search className="mb-3 flex flex-wrap items-center gap-2">
      <SearchBox list={list} label={searchLabel} />
      {children && <FoldedFilters list={list}>{children}</FoldedFilters>}
    </search>
  )
}

/** On a phone the filters are behind a button, which says how many are set. */
function FoldedFilters({ list, children }: { list: ListState; children: ReactNode }) {
  const { isOpen, id, button } = useFold()
  return (
    <>
      <button {...button} className={`${toolClass()} md:hidden`}>
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        {list.filterCount > 0 ? `Filters (${list.filterCount})` : 'Filters'}
      </button>
      <div id={id} className={`flex flex-wrap items-center gap-2 max-md:basis-full ${isOpen ? '' : 'max-md:hidden'}`}>
        {children}
      </div>
    </>
  )
}

function SearchBox({ list, label }: { list: ListState; label: string }) {
  const [text, setText] = useState(list.nextQ)
  const [requested, setRequested] = useState(list.nextQ)
  // Only a navigation (Back, a link) changes the text, when it begins: what is typed while it loads is newer.
  if (!list.isLeaving && list.nextQ !== requested) {
    setRequested(list.nextQ)
    setText(list.nextQ)
  }

  useEffect(() => {
    const term = text.trim()
    if (term === requested || list.isLeaving) return
    const timer = setTimeout(() => {
      setRequested(term)
      list.change({ q: term })
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, requested, list])

  return (
    <div className="relative min-w-0 grow basis-56 max-md:basis-40 md:max-w-xs">
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
  /** The option with the value '' clears the filter. */
  options: readonly (readonly [value: string, label: string])[]
}

export function ListFilter({ list, name, label, options }: ListFilterProps) {
  return (
    <select
      aria-label={label}
      value={list.filter(name)}
      onChange={(event) => list.change({ [name]: event.target.value })}
      className={`${controlClass} w-auto! max-w-full pr-8 max-md:min-w-32 max-md:flex-auto`}
    >
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}
