import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { currentToasts, dismissToast, subscribeToToasts, type VisibleToast } from '../lib/toast.ts'
import { loadToastViewport, type ToastViewportProps } from './load-toast-viewport.ts'

/** Shows the toasts; their component is loaded with the first one. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, nothing)
  const [Viewport, setViewport] = useState<ComponentType<ToastViewportProps>>()
  const [isMissing, setIsMissing] = useState(false)
  const newest = toasts.at(-1)
  const id = newest?.id

  useEffect(() => {
    if (id === undefined) return
    loadToastViewport().then(
      (module) => setViewport(() => module.ToastViewport),
      () => setIsMissing(true),
    )
  }, [id])

  if (Viewport) return <Viewport toasts={toasts} onDismiss={dismissToast} />
  if (isMissing && newest?.open) return <PlainToast toast={newest} />
  return null
}

/** Shown if the toast component fails to load, for example because the network is down. */
function PlainToast({ toast }: { toast: VisibleToast }) {
  return (
    <div
      role={toast.variant === 'destructive' ? 'alert' : 'status'}
      className="fixed inset-x-4 bottom-[calc(var(--bottom-bar,0px)+1rem)] z-50 flex gap-4 rounded-xl bg-ink p-4 text-15 text-paper sm:left-auto sm:w-96"
    >
      <p className="grow">
        <strong>{toast.title}</strong> {toast.description}
      </p>
      <button type="button" className="min-h-6 shrink-0 self-start underline" onClick={() => dismissToast(toast.id)}>
        Close
      </button>
    </div>
  )
}

const none: readonly VisibleToast[] = []

function nothing() {
  return none
}
