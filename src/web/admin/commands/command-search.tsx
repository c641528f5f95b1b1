import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { controlClass } from '../kit/form-fields.tsx'

export type Command = {
  label: string
  /** Where it leads, or what is done. */
  href?: string
  run?: () => void
  /** Stands below the label. */
  detail?: string | undefined
  /** Further words that it is found by. */
  words?: string | undefined
  icon?: LucideIcon
}

export type CommandGroup = { label: string; commands: Command[] }

type CommandSearchProps = {
  label: string
  text: string
  onText: (text: string) => void
  groups: CommandGroup[]
  /** `isApart`: in a new tab. */
  onOpen: (command: Command, isApart: boolean) => void
  /** Stands in the place of results: that there are none, or none yet. */
  notice?: ReactNode
  /** Whether results are still missing. */
  isBusy?: boolean
  /** Whether the list stays hidden. */
  isClosed?: boolean
  className?: string
}

/**
 * A field with the list of what it finds: the combobox pattern of WAI-ARIA, in which the focus stays in the field. Enter opens
 * the active option, Ctrl+Enter in a new tab.
 */
export function CommandSearch(props: CommandSearchProps) {
  const { label, text, onText, groups, onOpen, notice, isBusy = false, isClosed = false, className = '' } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const commands = groups.flatMap((group) => group.commands)
  const [chosen, setChosen] = useState({ text, index: 0 })
  // Another term has another best result.
  const active = chosen.text === text ? Math.min(chosen.index, commands.length - 1) : 0
  const setActive = (index: number) => setChosen({ text, index })
  const optionId = (index: number) => `${id}-${index}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to each option that becomes active
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active, text])

  const handleKey = (event: KeyboardEvent) => {
    const count = commands.length
    if (event.altKey || count === 0 || isClosed) return
    if (event.key === 'Enter') {
      event.preventDefault()
      event.stopPropagation()
      return onOpen(commands[active]!, event.ctrlKey || event.metaKey)
    }
    const next = { ArrowDown: (active + 1) % count, ArrowUp: (active - 1 + count) % count, Home: 0, End: count - 1 }[
      event.key
    ]
    if (next === undefined || event.shiftKey) return
    event.preventDefault()
    setActive(next)
  }

  let index = -1
  return (
    <div className={`flex min-h-0 flex-col ${className}`}>
      <input
        type="text"
        inputMode="search"
        enterKeyHint="go"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={!isClosed && commands.length > 0}
        aria-controls={isClosed ? undefined : `${id}-list`}
        aria-activedescendant={!isClosed && commands.length > 0 ? optionId(active) : undefined}
        placeholder={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={handleKey}
        className={controlClass}
      />
      <p role="status" className="sr-only">
        {isClosed ? '' : isBusy ? 'Searching…' : countOf(commands.length)}
      </p>
      {!isClosed && (
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label="Results"
          aria-busy={isBusy}
          className="mt-3 min-h-0 overflow-y-auto"
        >
          {groups.map(
            (group, at) =>
              group.commands.length > 0 && (
                // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, and a fieldset is none
                <div key={group.label} role="group" aria-labelledby={`${id}-group-${at}`} className="mb-3 last:mb-0">
                  <div id={`${id}-group-${at}`} className="px-3 pb-1 text-xs font-semibold text-ink-soft">
                    {group.label}
                  </div>
                  {group.commands.map((command) => {
                    index += 1
                    const own = index
                    return (
                      <Option
                        key={`${command.href} ${command.label}`}
                        id={optionId(own)}
                        command={command}
                        isActive={own === active}
                        onPoint={() => setActive(own)}
                        onOpen={(isApart) => onOpen(command, isApart)}
                      />
                    )
                  })}
                </div>
              ),
          )}
        </div>
      )}
      {!isClosed && notice}
    </div>
  )
}

type OptionProps = {
  id: string
  command: Command
  isActive: boolean
  onPoint: () => void
  onOpen: (isApart: boolean) => void
}

function Option({ id, command, isActive, onPoint, onOpen }: OptionProps) {
  const { icon: Icon, label, detail } = command
  const handleClick = (event: MouseEvent) => onOpen(event.ctrlKey || event.metaKey)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field of the combobox has the focus and the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={onPoint}
      onClick={handleClick}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 text-[0.9375rem] aria-selected:bg-cream aria-selected:text-accent-darker"
    >
      {Icon && <Icon aria-hidden="true" className="size-4.5 shrink-0 text-ink-faint" />}
      <span className="min-w-0 grow">
        <span dir="auto" className="line-clamp-2 wrap-anywhere">
          {label}
        </span>
        {detail && (
          <span dir="auto" className="line-clamp-1 text-sm text-ink-soft wrap-anywhere">
            {detail}
          </span>
        )}
      </span>
    </div>
  )
}

const countOf = (count: number) => (count === 1 ? '1 result' : `${count === 0 ? 'No' : count} results`)
