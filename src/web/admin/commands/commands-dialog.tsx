import { useQuery } from '@tanstack/react-query'
import { ExternalLink, History, Keyboard } from 'lucide-react'
import { useEffect, useState } from 'react'
import { findQuery } from '../../data/owner/find.ts'
import { useRouter } from '../../lib/router.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { createCommands, foundGroups, placeCommands, settingsCommands } from './admin-commands.ts'
import { type Command, type CommandGroup, CommandSearch } from './command-search.tsx'
import { matching } from './match.ts'
import { keepRecent, readRecent } from './recent-commands.ts'

const DEBOUNCE_MS = 150
/** Matches of each group at most. */
const GROUP_MAX = 5

type CommandsDialogProps = { onShortcuts: () => void; onClose: () => void }

/** Goes to every place of the dashboard, creates, and finds what the site has. */
export function CommandsDialog({ onShortcuts, onClose }: CommandsDialogProps) {
  const { navigate } = useRouter()
  const [text, setText] = useState('')
  const term = text.trim()
  const searched = useSettled(term)
  const query = useQuery(findQuery(searched))
  const isBusy = term !== '' && (searched !== term || query.isFetching)
  const found = term === '' || searched === '' ? [] : (query.data ?? [])
  const others: Command[] = [
    { label: 'Keyboard shortcuts', run: onShortcuts, words: 'keys help', icon: Keyboard },
    { label: 'View Site', href: '/', icon: ExternalLink },
  ]
  const groups: CommandGroup[] =
    term === ''
      ? [
          { label: 'Recent', commands: readRecent().map((place) => ({ ...place, icon: History })) },
          { label: 'Create', commands: createCommands.slice(0, GROUP_MAX) },
          { label: 'Go to', commands: [...placeCommands, ...others] },
        ]
      : byBest(term, [
          { label: 'Go to', commands: matching([...placeCommands, ...others], term).slice(0, GROUP_MAX) },
          { label: 'Create', commands: matching(createCommands, term).slice(0, GROUP_MAX) },
          ...foundGroups(found),
          { label: 'Settings', commands: matching(settingsCommands, term).slice(0, GROUP_MAX) },
        ])

  const open = (command: Command, isApart: boolean) => {
    keepRecent(command)
    if (isApart && command.href) return void window.open(command.href, '_blank', 'noopener')
    onClose()
    if (command.run) command.run()
    else if (command.href) navigate(command.href)
  }
  const isEmpty = groups.every(({ commands }) => commands.length === 0)
  return (
    <Dialog isOpen title="Find or open" onClose={onClose}>
      <CommandSearch
        label="Search pages, posts, products, readers and settings"
        text={text}
        onText={setText}
        groups={groups}
        onOpen={open}
        isBusy={isBusy}
        className="h-[min(32rem,70dvh)]"
        notice={
          <>
            {query.isError && <LoadFailure query={query}>What the site has could not be searched.</LoadFailure>}
            {isEmpty && isBusy && <p className="p-3 text-ink-soft">Searching…</p>}
            {isEmpty && !isBusy && !query.isError && (
              <p className="p-3 text-ink-soft">Nothing matches “{term}”. Try a word of its title.</p>
            )}
          </>
        }
      />
    </Dialog>
  )
}

/** The group of a command whose label is the term, or begins with it, stands first; the others keep their order. */
function byBest(term: string, groups: CommandGroup[]): CommandGroup[] {
  const isBest = ({ commands: [first] }: CommandGroup) =>
    first?.label.toLowerCase().startsWith(term.toLowerCase()) ?? false
  return [...groups.filter(isBest), ...groups.filter((group) => !isBest(group))]
}

/** The term once no more is typed. */
function useSettled(term: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(term), term === '' ? 0 : DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [term])
  return settled
}
