import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { currentToast, dismissToast, subscribeToToasts, type VisibleToast } from '../lib/toast.ts'
import { loadToastViewport, type ToastViewportProps } from './load-toast-viewport.ts'

/** Shows the newest toast; its component is loaded with the first one. */
export function Toasts() {
  const toast = useSyncExternalStore(subscribeToToasts, currentToast, nothing)
  const [Viewport, setViewport] = useState<ComponentType<ToastViewportProps>>()
  const [isMissing, setIsMissing] = useState(false)
  const id = toast?.id

  useEffect(() => {
    if (id === undefined) return
    loadToastViewport().then(
      (module) => setViewport(() => module.ToastViewport),
      () => setIsMissing(true),
    )
  }, [id])

  if (Viewport) return <Viewport toast={toast} onDismiss={dismissToast} />
  if (isMissing && toast?.open) return <PlainToast toast={toast} />
  return null
}

/** Shown if the toast component fails to load, for example because the network is down. */
function PlainToast({ toast }: { toast: VisibleToast }) {
  return (
    <div
      role="alert"
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

function nothing() {
  return undefined
}
