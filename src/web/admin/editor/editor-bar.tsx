import { ExternalLink, Eye, History, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { postHref } from '../../hrefs.ts'
import { Menu, MenuItem, MenuSeparator } from '../kit/menu.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { SaveLine } from './save-line.tsx'
import type { PostEditing } from './use-post-editing.ts'

type EditorBarProps = {
  editing: PostEditing
  onCompare: () => void
  onRevisions: () => void
  onPreview: () => void
  onNew: () => void
  onDelete: () => void
}

/** Sticky bar with the save status and the actions on the whole post. */
export function EditorBar({ editing, onCompare, onRevisions, onPreview, onNew, onDelete }: EditorBarProps) {
  const { stored, status, save } = editing
  const isSaving = status.kind === 'saving'
  const createAndNew = () => void save({ startNew: true })
  const bar = useBarHeight()
  return (
    <div
      ref={bar}
      className="sticky top-0 z-20 -mx-1 mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line bg-paper px-1 py-2"
    >
      <SaveLine editing={editing} onCompare={onCompare} />
      <div className="ml-auto flex items-center gap-2">
        <ToolButton onClick={onPreview}>
          <Eye aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">Preview</span>
        </ToolButton>
        {!stored && (
          <ToolButton className="max-md:hidden" onClick={createAndNew}>
            Create &amp; New
          </ToolButton>
        )}
        <ToolButton className="max-md:hidden" onClick={onNew}>
          New Post
        </ToolButton>
        <ToolButton tone="primary" type="submit" aria-busy={isSaving} className="min-w-22">
          {isSaving ? 'Saving...' : 'Save'}
        </ToolButton>
        <Menu label="More">
          <div className="md:hidden">
            {!stored && <MenuItem onSelect={createAndNew}>Create &amp; New</MenuItem>}
            <MenuItem onSelect={onNew}>
              <Plus aria-hidden="true" className="size-4" />
              New Post
            </MenuItem>
          </div>
          <MenuItem disabled={!stored} onSelect={onRevisions}>
            <History aria-hidden="true" className="size-4" />
            Earlier versions
          </MenuItem>
          {stored?.status === 'published' && (
            <MenuItem onSelect={() => window.open(postHref(stored.slug), '_blank', 'noopener')}>
              <ExternalLink aria-hidden="true" className="size-4" />
              View on site
            </MenuItem>
          )}
          {stored && (
            <>
              <MenuSeparator />
              <MenuItem danger onSelect={onDelete}>
                <Trash2 aria-hidden="true" className="size-4" />
                Delete
              </MenuItem>
            </>
          )}
        </Menu>
      </div>
    </div>
  )
}

/** Publishes the bar's height as `--bar-height` on the form; the formatting toolbar sticks below it. */
function useBarHeight() {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = bar.current!
    const observer = new ResizeObserver(() => {
      element.closest('form')?.style.setProperty('--bar-height', `${element.offsetHeight}px`)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return bar
}
