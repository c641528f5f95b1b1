import { X } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
} from 'react'
import { IconButton } from './tool-button.tsx'

type DialogProps = {
  isOpen: boolean
  title: string
  /** Asked for by Escape, the close button and a click beside it; leave `isOpen` true to refuse. */
  onClose: () => void
  size?: 'small' | 'medium' | 'large'
  /** What an assistive technology should say at once: a question, not a window. */
  isAlert?: boolean
  /** Buttons, the main one last. */
  footer?: ReactNode
  children: ReactNode
}

const sizes = { small: 'max-w-md', medium: 'max-w-2xl', large: 'max-w-5xl' }

const fields = ':is(input:not([type="file"]), textarea, select):enabled'

/**
 * A modal window on the browser's own `<dialog>`: it holds the focus, gives it back, closes with Escape and makes the
 * rest inert, without a style or a script that the content policy would refuse.
 */
export function Dialog(props: DialogProps) {
  // Made anew each time it opens, so that what is in it starts fresh.
  return props.isOpen ? <OpenDialog {...props} /> : null
}

function OpenDialog({ title, onClose, size = 'medium', isAlert, footer, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current!
    const before = document.activeElement
    element.showModal()
    // React's own `autoFocus` comes before the window is open, and does nothing.
    const first = element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector<HTMLElement>(fields)
    first?.focus()
    return () => {
      element.close()
      // The browser gives the focus back only to what is still in place.
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      else document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [])

  const handleClick = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose()
  }
  // Before the browser takes it for a request to close: that it refuses to have refused twice without a click between.
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || hasOwnUse(event)) return
    event.preventDefault()
    onClose()
  }
  // The Back gesture of a phone; React hands it on to the window around this one as well.
  const handleCancel = (event: SyntheticEvent) => {
    if (event.target !== dialog.current) return
    event.preventDefault()
    onClose()
  }
  // Closed by the browser without a question: what is in it is not lost for that.
  const handleClose = (event: SyntheticEvent) => {
    if (event.target === dialog.current && !dialog.current.open) dialog.current.showModal()
  }

  return (
    <dialog
      ref={dialog}
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      onKeyDown={handleKeyDown}
      onCancel={handleCancel}
      onClose={handleClose}
      onClick={handleClick}
      className={`m-auto max-h-[calc(100dvh-1.5rem)] w-[calc(100vw-1.5rem)] ${sizes[size]} overflow-visible rounded-card border border-line bg-paper p-0 text-ink shadow-card backdrop:bg-ink/50`}
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
        <div className="grow overflow-y-auto p-5">{children}</div>
        {footer && (
          <footer className="flex flex-wrap justify-end gap-3 rounded-b-card border-t border-line bg-white/60 px-5 py-3">
            {footer}
          </footer>
        )}
      </div>
    </dialog>
  )
}

/** Escape gives up what an input method has begun, and empties a search. */
function hasOwnUse({ nativeEvent, target }: KeyboardEvent): boolean {
  const isSearch = target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''
  return nativeEvent.isComposing || isSearch
}
