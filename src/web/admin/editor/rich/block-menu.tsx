import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { menuGroups, type OpenDialog } from './blocks/editor-block.ts'
import { findMenuBlocks, type MenuBlock } from './find-menu-blocks.ts'
import { closeSlashMenu, setSlashKeys, slashQuery, takeSlashQuery } from './slash-plugin.ts'

type BlockMenuProps = { editor: Editor; onOpen: (dialog: OpenDialog) => void }

/** The blocks to insert, below a typed slash. The focus stays in the text, whose attributes name the active option. */
export function BlockMenu({ editor, onOpen }: BlockMenuProps) {
  const slash = useEditorState({ editor, selector: ({ editor: now }) => slashQuery(now.state) })
  const found = slash ? findMenuBlocks(slash.query) : []
  // Without a match, what is typed is text again.
  return slash && found.length > 0 ? (
    <OpenMenu key={slash.at} editor={editor} at={slash.at} query={slash.query} found={found} onOpen={onOpen} />
  ) : null
}

type OpenMenuProps = BlockMenuProps & { at: number; query: string; found: MenuBlock[] }

function OpenMenu({ editor, at, query, found, onOpen }: OpenMenuProps) {
  const id = useId()
  const [active, setActive] = useState({ query, index: 0 })
  // A changed query begins at its first result.
  const index = active.query === query ? Math.min(active.index, found.length - 1) : 0
  const list = useRef<HTMLDivElement>(null)
  const optionId = (option: number) => `${id}-${option}`
  const choose = (block: MenuBlock) => {
    takeSlashQuery(editor)
    block.insert(editor, onOpen)
  }

  const handleKey = useEffectEvent((event: KeyboardEvent): boolean => {
    if (event.isComposing) return false
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key]
    if (next !== undefined) {
      setActive({ query, index: found.indexOf(found.at(next % found.length)!) })
      return true
    }
    if (event.key === 'Enter' || event.key === 'Tab') choose(found[index]!)
    else if (event.key === 'Escape') closeSlashMenu(editor)
    else return false
    return true
  })
  useEffect(() => {
    setSlashKeys(editor, (event) => handleKey(event))
    return () => setSlashKeys(editor, () => false)
  }, [editor])

  useTextboxPopup(editor, id, optionId(index))
  usePlace(editor, at, list)
  useEffect(() => {
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, index])
  useCloseOnPointer(editor, list)

  return createPortal(
    <>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label="Blocks"
        className="fixed z-50 w-80 max-w-[calc(100vw-1rem)] overflow-y-auto overscroll-contain rounded-lg border border-line bg-white p-1 font-sans text-ink shadow-card"
      >
        {grouped(found).map(([group, options]) => (
          <Group key={group} id={`${id}-${group}`} name={query ? undefined : group}>
            {options.map(({ block, at: option }) => (
              <Option
                key={block.label}
                id={optionId(option)}
                block={block}
                isActive={option === index}
                onPoint={() => option !== index && setActive({ query, index: option })}
                onChoose={() => choose(block)}
              />
            ))}
          </Group>
        ))}
      </div>
      <p role="status" className="sr-only">
        {found.length} {found.length === 1 ? 'block' : 'blocks'}
      </p>
    </>,
    document.body,
  )
}

/** The options by group; those of a search in one, by how well they match. */
function grouped(found: MenuBlock[]): [string, { block: MenuBlock; at: number }[]][] {
  const options = found.map((block, at) => ({ block, at }))
  const groups = menuGroups.map((group) => [group, options.filter(({ block }) => block.group === group)] as const)
  const isInOrder = groups.flatMap(([, list]) => list).every(({ at }, position) => at === position)
  if (!isInOrder) return [['Found', options]]
  return groups.filter(([, list]) => list.length > 0).map(([group, list]) => [group, list])
}

function Group({ id, name, children }: { id: string; name: string | undefined; children: ReactNode }) {
  if (!name) return children
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
    <div role="group" aria-labelledby={id}>
      <p id={id} className="px-3 pt-2 pb-1 text-xs font-semibold text-ink-faint">
        {name}
      </p>
      {children}
    </div>
  )
}

type OptionProps = { id: string; block: MenuBlock; isActive: boolean; onPoint: () => void; onChoose: () => void }

function Option({ id, block: { label, description, icon: Icon }, isActive, onPoint, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys come from the text, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the text names the active option in aria-activedescendant
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      // Keeps the focus in the text.
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={onPoint}
      onClick={onChoose}
      className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 aria-selected:bg-cream"
    >
      <Icon aria-hidden="true" className="size-5 shrink-0 text-accent-deep" />
      <span className="min-w-0">
        <span className="block text-sm font-semibold">{label}</span>
        <span className="block text-xs text-ink-soft">{description}</span>
      </span>
    </div>
  )
}

/** Says in the attributes of the text which list is open and which option is active. */
function useTextboxPopup(editor: Editor, listId: string, optionId: string): void {
  useEffect(() => {
    const { dom } = editor.view
    const popup = { 'aria-haspopup': 'listbox', 'aria-autocomplete': 'list', 'aria-controls': listId }
    for (const [name, value] of Object.entries(popup)) dom.setAttribute(name, value)
    return () => {
      for (const name of [...Object.keys(popup), 'aria-activedescendant']) dom.removeAttribute(name)
    }
  }, [editor, listId])
  useEffect(() => editor.view.dom.setAttribute('aria-activedescendant', optionId), [editor, optionId])
}

/** Closes the menu when the owner points elsewhere. */
function useCloseOnPointer(editor: Editor, list: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const close = (event: PointerEvent) => {
      if (!list.current?.contains(event.target as Node)) closeSlashMenu(editor)
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [editor, list])
}

/** Places the list below the slash, or above it where there is more room, within what the screen shows. */
function usePlace(editor: Editor, at: number, list: React.RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const place = () => {
      const element = list.current
      if (!element || at > editor.state.doc.content.size) return
      const slash = editor.view.coordsAtPos(at)
      const { offsetTop = 0, height = window.innerHeight } = window.visualViewport ?? {}
      const below = offsetTop + height - slash.bottom - 12
      const above = slash.top - offsetTop - 12
      const isBelow = below >= Math.min(320, above)
      element.style.left = `${Math.max(8, Math.min(slash.left, window.innerWidth - element.offsetWidth - 8))}px`
      element.style.maxHeight = `${Math.max(120, Math.min(384, isBelow ? below : above))}px`
      element.style.top = isBelow ? `${slash.bottom + 4}px` : 'auto'
      element.style.bottom = isBelow ? 'auto' : `${window.innerHeight - slash.top + 4}px`
    }
    place()
    const { visualViewport } = window
    // Capturing, since the text may scroll in a frame.
    window.addEventListener('scroll', place, true)
    window.addEventListener('resize', place)
    visualViewport?.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, true)
      window.removeEventListener('resize', place)
      visualViewport?.removeEventListener('resize', place)
    }
  })
}
