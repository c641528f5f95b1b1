import { X } from 'lucide-react'
import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
} from 'react'
import { IconButton } from './tool-button.tsx'

type DialogProps = {
  isOpen: boolean
  title: string
  /** Called on Escape, the close button and a click on the backdrop; keep `isOpen` true to stay open. */
  onClose: () => void
  size?: 'small' | 'medium' | 'large'
  /** Gives the dialog the role `alertdialog`. */
  isAlert?: boolean
  /** Buttons, the main one last. */
  footer?: ReactNode
  children: ReactNode
}

const sizes = { small: 'max-w-md', medium: 'max-w-2xl', large: 'max-w-5xl' }

const fields = ':is(input:not([type="file"]), textarea, select):enabled'

/**
 * A modal on the native `<dialog>`, which traps and restores focus and makes the page inert without inline styles, which
 * the content security policy would block.
 */
export function Dialog(props: DialogProps) {
  // Mounted on each opening, so that its content starts with fresh state.
  return props.isOpen ? <OpenDialog {...props} /> : null
}

function OpenDialog({ title, onClose, size = 'medium', isAlert, footer, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const bodyId = useId()
  useModal(dialog)

  return (
    <dialog
      ref={dialog}
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={isAlert ? bodyId : undefined}
      {...closeHandlers(dialog, onClose)}
      className={`m-auto max-h-[calc(100dvh-1.5rem)] w-[calc(100vw-1.5rem)] ${sizes[size]} overflow-visible rounded-card border border-line bg-paper p-0 text-ink shadow-card backdrop:bg-black/50`}
    >
      <div className="flex max-h-[calc(100dvh-1.75rem)] flex-col">
        <header className="flex items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-5">
          <h2 id={titleId} className="text-xl">
            {title}
          </h2>
          <IconButton label="Close" onClick={onClose}>
            <X aria-hidden="true" className="size-5" />
          </IconButton>
        </header>
        <div id={bodyId} className="grow overflow-y-auto p-5">
          {children}
        </div>
        {footer && (
          <footer className="flex flex-wrap justify-end gap-3 rounded-b-card border-t border-line bg-white/60 px-5 py-3">
            {footer}
          </footer>
        )}
      </div>
    </dialog>
  )
}

/** Opens the modal, sets the initial focus and restores the previous one on unmount. */
function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const before = document.activeElement
    element.showModal()
    // React applies `autoFocus` before showModal, where it has no effect.
    const first = element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector<HTMLElement>(fields)
    first?.focus()
    return () => {
      element.close()
      // The browser cannot restore focus to an element that was removed meanwhile.
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      else document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [dialog])
}

function closeHandlers(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void) {
  return {
    onClick(event: MouseEvent) {
      if (event.target === dialog.current) onClose()
    },
    // React bubbles it to a form around the dialog, which would be submitted as well.
    onSubmit: (event: FormEvent) => event.stopPropagation(),
    // Handled before the browser's own close request, which cannot be prevented twice without a click in between.
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented || isEscapeHandled(event)) return
      event.preventDefault()
      onClose()
    },
    // A phone's Back gesture. React bubbles this event to an outer dialog too.
    onCancel(event: SyntheticEvent) {
      if (event.target !== dialog.current) return
      event.preventDefault()
      onClose()
    },
    // The browser may close a dialog on its own; reopening it keeps unsaved input.
    onClose(event: SyntheticEvent) {
      if (event.target === dialog.current && !dialog.current.open) dialog.current.showModal()
    },
  }
}

/** Escape also clears a search input. */
function isEscapeHandled({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''
}
