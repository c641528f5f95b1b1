import { Action, Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast'
import { useState } from 'react'
import type { VisibleToast } from '../lib/toast.ts'
import { X } from './icons.tsx'

export type ToastViewportProps = {
  toasts: readonly VisibleToast[]
  onDismiss: (id: string) => void
}

/**
 * Shows the toasts, for 5 s each, and until it is closed one with an action, whose predecessors wait behind a button. They are dismissed by swiping right and focused
 * with F8.
 */
export function ToastViewport({ toasts, onDismiss }: ToastViewportProps) {
  const [isUnfolded, setIsUnfolded] = useState(false)
  const earlier = toasts.filter(({ open, action }) => open && action).slice(0, -1)
  // Later toasts are folded again.
  if (isUnfolded && earlier.length === 0) setIsUnfolded(false)
  return (
    <Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {toasts.map((toast) => (
        // Folded ones stay mounted, because a toast is announced whenever it is mounted.
        <Notification
          key={toast.id}
          toast={toast}
          isFolded={!isUnfolded && earlier.includes(toast)}
          onDismiss={onDismiss}
        />
      ))}
      <Viewport
        hotkey={['F8']}
        className={`fixed inset-x-0 bottom-(--bottom-bar,0px) pointer-events-none z-50 m-0 flex list-none flex-col gap-2 p-4 outline-none sm:left-auto sm:w-104 sm:p-6 ${isUnfolded ? 'max-h-[calc(100dvh-var(--bottom-bar,0px))] overflow-x-hidden overflow-y-auto' : ''}`}
      >
        <li hidden={earlier.length === 0} className="pointer-events-auto self-end">
          {earlier.length > 0 && (
            <button
              type="button"
              aria-expanded={isUnfolded}
              onClick={() => setIsUnfolded(!isUnfolded)}
              className="min-h-9 rounded-full border border-line bg-white px-4 text-15 font-semibold shadow-card"
            >
              {earlier.length} earlier
            </button>
          )}
        </li>
      </Viewport>
    </Provider>
  )
}

type NotificationProps = { toast: VisibleToast; isFolded: boolean; onDismiss: (id: string) => void }

/** A folded one is hidden as soon as the focus leaves it. */
function Notification({ toast, isFolded, onDismiss }: NotificationProps) {
  const tone =
    toast.variant === 'destructive'
      ? 'border-alert-deep bg-alert-deep text-white'
      : 'border-line bg-white text-ink border-l-accent border-l-4'
  return (
    <Root
      open={toast.open}
      // Polite, so that a success interrupts nothing.
      type={toast.variant === 'destructive' ? 'foreground' : 'background'}
      {...(toast.action && { duration: Number.POSITIVE_INFINITY })}
      onOpenChange={(open) => !open && onDismiss(toast.id)}
      className={`pointer-events-auto relative rounded-xl border p-4 pr-14 shadow-card transition duration-300 ease-calm data-[swipe=cancel]:translate-x-0 data-[swipe=end]:translate-x-full data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=move]:transition-none motion-reduce:transition-none starting:translate-y-4 starting:opacity-0 ${tone} ${isFolded ? 'not-focus-within:hidden' : ''}`}
    >
      <Title className="font-semibold">{toast.title}</Title>
      {toast.description && <Description className="mt-1 text-15 leading-relaxed">{toast.description}</Description>}
      {toast.action && (
        <Action
          altText={toast.action.label}
          onClick={toast.action.onSelect}
          className="mt-2 min-h-9 rounded-full border border-current px-4 text-15 font-semibold"
        >
          {toast.action.label}
        </Action>
      )}
      <Close
        type="button"
        aria-label="Close"
        className="absolute top-2 right-2 grid size-10 place-items-center rounded-full opacity-80 hover:opacity-100 focus-visible:outline-2 focus-visible:outline-current"
      >
        <X className="size-5" />
      </Close>
    </Root>
  )
}
