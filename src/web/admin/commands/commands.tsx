import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { areSingleKeysOn, isPressed, isTyping, printKeys, shortcuts } from '../kit/shortcuts.ts'
import { ToolButton } from '../kit/tool-button.tsx'

const loadCommands = () => import('./commands-dialog.tsx')
const CommandsDialog = lazy(async () => ({ default: (await loadCommands()).CommandsDialog }))
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }))

type Opened = 'commands' | 'shortcuts' | undefined

/** The button that finds and opens anything, and the keys of the dashboard. Their dialogs load when they are opened. */
export function Commands() {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const next = dialogOf(event)
      if (!next) return
      event.preventDefault()
      setOpened(next)
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
  const preload = () => void loadCommands().catch(() => {})
  return (
    <>
      <ToolButton
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className="lg:min-h-8 max-md:w-10 max-md:border-transparent max-md:bg-transparent max-md:px-0"
        onClick={() => setOpened('commands')}
        onMouseEnter={preload}
        onFocus={preload}
      >
        <Search aria-hidden="true" className="size-4" />
        <span className="max-md:sr-only">Find or open</span>
        <span aria-hidden="true" className="font-sans text-xs text-ink-soft max-md:hidden">
          {printKeys(shortcuts.commands)}
        </span>
      </ToolButton>
      <Suspense fallback={null}>
        {opened === 'commands' && <CommandsDialog onShortcuts={() => setOpened('shortcuts')} onClose={close} />}
        {opened === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </>
  )
}

/** The text of the editor takes Ctrl+K itself; a dialog keeps the keys. */
function dialogOf(event: KeyboardEvent): Opened {
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return undefined
  if (isPressed(event, shortcuts.commands)) return 'commands'
  return isPressed(event, shortcuts.list) && !isTyping(event) && areSingleKeysOn() ? 'shortcuts' : undefined
}
