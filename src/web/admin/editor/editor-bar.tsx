import { ExternalLink, Eye, History, Link2, Maximize2, PanelRight, Plus, Trash2 } from 'lucide-react'
import { type RefObject, useId, useRef } from 'react'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { Menu, MenuItem, MenuSeparator } from '../kit/menu.tsx'
import { IconButton, ToolButton } from '../kit/tool-button.tsx'
import { useBarHeight } from '../kit/use-bar-height.ts'
import { SaveLine, type SaveLineProps } from './save-line.tsx'
import { SaveVerbText } from './save-verb.tsx'
import type { PostEditing } from './use-post-editing.ts'

type EditorBarProps = Omit<SaveLineProps, 'id'> & {
  isDrawerOpen: boolean
  drawerButton: RefObject<HTMLButtonElement | null>
  onToggleDrawer: () => void
  onFocusMode: () => void
  onRevisions: () => void
  onPreviewLinks: () => void
  onNew: () => void
  onDelete: () => void
}

/** Bar with the save status and the actions on the whole post. */
export function EditorBar({ editing, onResolve, onCompare, onDiscard, ...actions }: EditorBarProps) {
  const { kind, id, isNew, isUnsaved, status, save, flush } = editing
  const { NextStep } = kind
  const isSaving = status.kind === 'saving'
  const createAndNew = () => void save({ startNew: true })
  const bar = useRef<HTMLDivElement>(null)
  useBarHeight(bar, '--bar-height')
  const [statusId, verbId] = [useId(), useId()]
  const isBlank = id === undefined && !isUnsaved
  return (
    <div
      ref={bar}
      className="sticky-bar top-0 z-20 -mx-1 mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line bg-paper px-1 py-2 max-sm:gap-y-0 max-sm:py-0"
    >
      <SaveLine id={statusId} editing={editing} onResolve={onResolve} onCompare={onCompare} onDiscard={onDiscard} />
      <div className="ml-auto flex items-center justify-end gap-2 max-sm:w-full max-sm:gap-1">
        <IconButton
          ref={actions.drawerButton}
          label="Details"
          aria-expanded={actions.isDrawerOpen}
          aria-controls="post-details"
          onClick={actions.onToggleDrawer}
        >
          <PanelRight aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton label="Focus mode" className="max-sm:hidden" onClick={actions.onFocusMode}>
          <Maximize2 aria-hidden="true" className="size-4.5" />
        </IconButton>
        {!NextStep && (
          <ToolButton disabled={isBlank} onClick={() => void openPreview(editing)}>
            <Eye aria-hidden="true" className="size-4" />
            <span className="max-sm:sr-only">Preview</span>
          </ToolButton>
        )}
        {isNew && !NextStep && (
          <ToolButton className="max-md:hidden" onClick={createAndNew}>
            Create &amp; New
          </ToolButton>
        )}
        <ToolButton className="max-md:hidden" onClick={actions.onNew}>
          {kind.newLabel}
        </ToolButton>
        <SaveVerbText id={verbId} editing={editing} />
        <ToolButton
          tone={NextStep ? 'plain' : 'primary'}
          type="submit"
          aria-busy={isSaving}
          aria-describedby={verbId}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          data-tooltip="Ctrl+Enter"
          className="min-w-22 max-sm:min-w-18"
        >
          {isSaving ? 'Saving...' : kind.saveLabel}
        </ToolButton>
        {NextStep && <NextStep id={id} flush={flush} blankReason={isBlank ? statusId : undefined} />}
        <MoreMenu editing={editing} {...actions} onCreateAndNew={createAndNew} />
      </div>
    </div>
  )
}

type MoreMenuProps = Omit<EditorBarProps, keyof SaveLineProps> & { editing: PostEditing; onCreateAndNew: () => void }

function MoreMenu({ editing, onCreateAndNew, ...actions }: MoreMenuProps) {
  const { kind, id, isNew, stored } = editing
  const { publicHref } = kind
  return (
    <Menu label="More">
      <div className="md:hidden">
        {isNew && !kind.NextStep && <MenuItem onSelect={onCreateAndNew}>Create &amp; New</MenuItem>}
        <MenuItem onSelect={actions.onNew}>
          <Plus aria-hidden="true" className="size-4" />
          {kind.newLabel}
        </MenuItem>
      </div>
      <div className="sm:hidden">
        <MenuItem onSelect={actions.onFocusMode}>
          <Maximize2 aria-hidden="true" className="size-4" />
          Focus mode
        </MenuItem>
      </div>
      <MenuItem disabled={!stored} onSelect={actions.onRevisions}>
        <History aria-hidden="true" className="size-4" />
        Earlier versions
      </MenuItem>
      {!kind.NextStep && (
        <MenuItem disabled={id === undefined} onSelect={actions.onPreviewLinks}>
          <Link2 aria-hidden="true" className="size-4" />
          Share a preview
        </MenuItem>
      )}
      {stored?.status === 'published' && publicHref && (
        <MenuItem onSelect={() => window.open(publicHref(stored.slug), '_blank', 'noopener')}>
          <ExternalLink aria-hidden="true" className="size-4" />
          View on site
        </MenuItem>
      )}
      {id !== undefined && (
        <>
          <MenuSeparator />
          <MenuItem danger onSelect={actions.onDelete}>
            <Trash2 aria-hidden="true" className="size-4" />
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

/** Shows what is in the editor in a new tab, without publishing anything. */
async function openPreview(editing: PostEditing): Promise<void> {
  // Opened during the click: browsers block a window opened later.
  const tab = window.open('', '_blank')
  const id = await editing.flush()
  if (id === undefined) {
    tab?.close()
    toast(adminMessages.previewFailed)
  } else if (tab) {
    tab.opener = null
    tab.location.replace(`/preview/${id}`)
  } else window.open(`/preview/${id}`, '_blank', 'noopener')
}
