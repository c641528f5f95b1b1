import { Images } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { ToolButton } from '../kit/tool-button.tsx'
import { chooseFiles } from './choose-files.ts'
import { uploadQueue } from './upload-queue.ts'

/** Adds any number of pictures to the queue: chosen or dropped. */
export function UploadMany({ className = '' }: { className?: string }) {
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    uploadQueue.add([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={`flex items-center justify-center gap-2 rounded-card border border-dashed px-2 py-1 text-xs text-ink-soft md:flex-col md:px-4 md:py-4 md:text-center md:text-sm ${isOver ? 'border-accent-deep bg-cream' : 'border-edge bg-white'} ${className}`}
    >
      <ToolButton onClick={() => chooseFiles({ multiple: true }, uploadQueue.add)}>
        <Images aria-hidden="true" className="size-4" />
        Upload many
      </ToolButton>
      <p>Any size, HEIC too: large photos are made smaller first.</p>
    </div>
  )
}
