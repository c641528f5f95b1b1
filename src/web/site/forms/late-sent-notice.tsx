import { type ComponentProps, lazy, Suspense } from 'react'
import type { SentNotice } from './sent-notice.tsx'

const Notice = lazy(async () => ({ default: (await import('./sent-notice.tsx')).SentNotice }))

/** Loaded when a form was sent, which most visits do not do. */
export function LateSentNotice(props: ComponentProps<typeof SentNotice>) {
  return (
    <Suspense>
      <Notice {...props} />
    </Suspense>
  )
}
