import type { ToastViewportProps } from './toast-viewport.tsx'

export type { ToastViewportProps }

/** Fetches what draws notifications; called early by whatever is about to show one. */
export function loadToastViewport() {
  return import('./toast-viewport.tsx')
}
