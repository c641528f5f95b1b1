import type { ToastViewportProps } from './toast-viewport.tsx'

export type { ToastViewportProps }

/** Loads the toast component; callers preload it before they show a toast. */
export function loadToastViewport() {
  return import('./toast-viewport.tsx')
}
