import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { defaultMenuLinks } from '../../../contract/content/default-menus.ts'
import { type MenuDestination, MenuTarget, targetKey } from '../../../contract/content/menus.ts'
import { menuDestinationsQuery } from '../../data/owner/menus.ts'
import { Dialog } from '../kit/dialog.tsx'
import { TextField } from '../kit/form-fields.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { ToolButton } from '../kit/tool-button.tsx'

const kinds: Record<MenuTarget['kind'], string> = {
  page: 'Page',
  post: 'Post',
  category: 'Category',
  'shop-category': 'Shop category',
  address: 'Page of the site',
}

const fixedPages: MenuDestination[] = [
  ...defaultMenuLinks.header,
  // Drawn once there are routines.
  { href: '/routines', label: 'Routines' },
  { href: '/routines/build', label: 'Build your routine' },
  ...defaultMenuLinks.legal,
].map(({ href, label }) => ({ target: { kind: 'address', href }, name: label, href }))

type AddEntryDialogProps = {
  /** The title of the menu. */
  menu: string
  onAdd: (destination: MenuDestination) => void
  onClose: () => void
}

/** Chooses where a new entry leads: a page, post or category by its name, or any address. */
export function AddEntryDialog({ menu, onAdd, onClose }: AddEntryDialogProps) {
  const [text, setText] = useState('')
  const term = useDeferredValue(text.trim())
  const query = useQuery({ ...menuDestinationsQuery(term), placeholderData: keepPreviousData })
  const fixed = fixedPages.filter(({ name }) => name.toLowerCase().includes(term.toLowerCase()))
  const found = [...fixed, ...(query.data ?? [])]
  return (
    <Dialog isOpen title={`Add an entry to ${menu}`} onClose={onClose}>
      <div className="space-y-5">
        <TextField
          optional={null}
          label="Search pages, posts and categories"
          type="search"
          autoFocus
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          // The form of the menus is around the dialog.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <LoadFailure query={query}>The pages and posts could not be loaded.</LoadFailure>
        <FoundList found={found} isLoading={query.isPending} onAdd={onAdd} />
        <AddressField onAdd={onAdd} />
      </div>
    </Dialog>
  )
}

type FoundListProps = { found: MenuDestination[]; isLoading: boolean; onAdd: (destination: MenuDestination) => void }

function FoundList({ found, isLoading, onAdd }: FoundListProps) {
  return (
    <ul aria-label="Found" className="max-h-72 overflow-y-auto rounded-lg border border-line">
      {found.map((destination) => (
        <li key={targetKey(destination.target)} className="border-b border-line/70 last:border-0">
          <button
            type="button"
            onClick={() => onAdd(destination)}
            className="flex min-h-11 w-full items-center justify-between gap-3 px-3 py-2 text-left hover:bg-cream"
          >
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {destination.name}
            </span>
            <span className="shrink-0 text-sm text-ink-soft">{kinds[destination.target.kind]}</span>
          </button>
        </li>
      ))}
      {found.length === 0 && !isLoading && (
        <li className="px-3 py-3 text-sm text-ink-soft">Nothing of this name is public.</li>
      )}
    </ul>
  )
}

function AddressField({ onAdd }: { onAdd: (destination: MenuDestination) => void }) {
  const [address, setAddress] = useState('')
  const [fault, setFault] = useState<string>()
  const add = () => {
    const parsed = MenuTarget.safeParse({ kind: 'address', href: address })
    if (!parsed.success) return setFault(parsed.error.issues[0]?.message)
    onAdd({ target: parsed.data, name: nameOf(address), href: address.trim() })
  }
  return (
    <div className="flex flex-wrap items-end gap-2 border-t border-line pt-4">
      <TextField
        optional={false}
        label="Or any address"
        placeholder="https://"
        inputMode="url"
        className="min-w-0 grow basis-60"
        value={address}
        error={fault}
        onChange={(event) => {
          setAddress(event.target.value)
          setFault(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <ToolButton onClick={add}>Add the address</ToolButton>
    </div>
  )
}

/** A first name for an address: its host, or the last part of its path. */
function nameOf(address: string): string {
  const text = address.trim()
  if (/^https?:/i.test(text)) return new URL(text).host.replace(/^www\./, '').slice(0, 40)
  return (
    text
      .replace(/[?#].*/s, '')
      .split('/')
      .findLast(Boolean) ?? 'Home'
  )
    .replaceAll('-', ' ')
    .slice(0, 40)
}
