import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { listImages } from '../../../contract/content/image-endpoints.ts'
import { IconButton, ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { useBarHeight } from '../kit/use-bar-height.ts'
import { UploadBar, UploadList } from './upload-list.tsx'
import { uploadQueue } from './upload-queue.ts'
import { type Uploads, useUploads } from './use-uploads.ts'

/** Milliseconds between two refreshes of the library, so that many uploads do not load it again and again. */
const REFRESH_MS = 2000

/** The uploads, in a corner of every page of the admin. */
export function UploadDock() {
  const uploads = useUploads()
  useEffect(() => void uploadQueue.restore(), [])
  useRefreshedLibrary(uploads.done)
  useWarning(uploads.unfinished > 0)
  return uploads.items.length > 0 ? <Dock uploads={uploads} /> : null
}

function Dock({ uploads }: { uploads: Uploads }) {
  const dock = useRef<HTMLElement>(null)
  useBarHeight(dock, '--upload-dock')
  const [chosen, setChosen] = useState<boolean>()
  const { unfinished, failed, state } = uploads
  // A file that failed can be tried again.
  const isOpen = chosen ?? failed > 0
  return (
    <section
      ref={dock}
      aria-label="Uploads"
      className="fixed inset-x-2 bottom-[calc(var(--bottom-bar,0px)+0.5rem)] z-40 overflow-hidden rounded-card border border-line bg-paper shadow-card sm:right-auto sm:left-4 sm:w-96"
    >
      <div className="flex items-center gap-1 py-1 pr-1 pl-3">
        <p aria-live="polite" className="min-w-0 grow text-sm font-semibold">
          {titleOf(uploads)}
        </p>
        {unfinished === 0 && uploads.done > 0 && (
          <ToolLink tone="quiet" href="/admin/media/describe">
            Describe
          </ToolLink>
        )}
        {unfinished === 0 && (
          <ToolButton tone="quiet" onClick={uploadQueue.clearFinished}>
            Close
          </ToolButton>
        )}
        <IconButton
          label={isOpen ? 'Hide the files' : 'Show the files'}
          aria-expanded={isOpen}
          onClick={() => setChosen(!isOpen)}
        >
          {isOpen ? <ChevronDown aria-hidden="true" /> : <ChevronUp aria-hidden="true" />}
        </IconButton>
      </div>
      {unfinished > 0 && (
        <div className="px-3">
          <UploadBar label="All uploads" value={uploads.progress} />
        </div>
      )}
      <UploadNotices uploads={uploads} />
      {state.pause === 'signed-out' && (
        <div className="px-3 pb-2">
          <ToolButton onClick={uploadQueue.resume}>Sign in and go on</ToolButton>
        </div>
      )}
      {isOpen && (
        <div className="max-h-[min(18rem,40vh)] overflow-y-auto border-t border-line">
          <UploadList items={uploads.items} />
        </div>
      )}
    </section>
  )
}

/** Says what keeps the uploads from going on, or would lose them. */
export function UploadNotices({ uploads: { state, unfinished } }: { uploads: Uploads }) {
  if (unfinished === 0) return null
  return (
    <div role="status" className="px-3 text-sm text-ink-soft empty:hidden">
      {state.pause === 'no-connection' && (
        <p className="pb-2">The site does not answer. The uploads go on by themselves when it does.</p>
      )}
      {state.pause === 'signed-out' && <p className="pb-2">The uploads wait until you are signed in again.</p>}
      {state.unstored > 0 && (
        <p className="pb-2">
          This browser has no room to keep {state.unstored === 1 ? 'one file' : `${state.unstored} files`}: please leave
          this page open until the uploads are done.
        </p>
      )}
    </div>
  )
}

function titleOf({ items, unfinished, failed, done }: Uploads): string {
  const failures = failed > 0 ? `, ${failed} failed` : ''
  if (unfinished > 0) return `${done} of ${done + unfinished} uploaded${failures}`
  if (done === 0 && failed === 0) return `${items.length} cancelled`
  return `${done} ${done === 1 ? 'picture' : 'pictures'} uploaded${failures}`
}

/** Shows uploaded images in the library as they come. */
function useRefreshedLibrary(done: number): void {
  const queryClient = useQueryClient()
  const refreshedAt = useRef(0)
  useEffect(() => {
    if (done === 0) return
    const refresh = () => {
      refreshedAt.current = performance.now()
      void queryClient.invalidateQueries({ queryKey: ['owner', listImages.path] })
    }
    const timer = setTimeout(refresh, Math.max(0, refreshedAt.current + REFRESH_MS - performance.now()))
    return () => clearTimeout(timer)
  }, [done, queryClient])
}

/** The browser confirms closing the page while uploads run. */
function useWarning(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isRunning])
}
