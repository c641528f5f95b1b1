import { type MouseEvent, useState } from 'react'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { submission } from '../../data/mutations.ts'
import { useSaveImage } from '../../data/owner/images.ts'
import { toast } from '../../lib/toast.ts'
import { Picture } from '../../ui/picture.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { PercentSlider } from './percent-slider.tsx'

const CENTRE = { x: 50, y: 50 }

/** Sets what crops of the image keep in view: by a click on it, or by two sliders. */
export function FocusEditor({ image, onDone }: { image: OwnerImage; onDone: () => void }) {
  const [focus, setFocus] = useState(image.picture.focus ?? CENTRE)
  const save = useSaveImage()
  const handleSave = () =>
    save.mutate(submission({ params: { id: image.id }, body: { altText: image.altText, focus } }), {
      onSuccess: () => {
        toast(adminMessages.imageSaved)
        onDone()
      },
    })
  return (
    <section aria-label="Focal point" className="space-y-3">
      <FocusPicture image={image} focus={focus} onChange={setFocus} />
      <p className="text-sm text-ink-soft">Click what must stay in view where the image is cropped.</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <PercentSlider label="From the left" value={focus.x} onChange={(x) => setFocus({ ...focus, x })} />
        <PercentSlider label="From the top" value={focus.y} onChange={(y) => setFocus({ ...focus, y })} />
      </div>
      <div className="flex gap-3">
        {['aspect-square', 'aspect-video', 'aspect-3/4'].map((shape) => (
          <Picture
            key={shape}
            picture={{ ...image.picture, focus }}
            alt=""
            sizes="160px"
            className={`h-24 rounded-lg border border-line ${shape}`}
          />
        ))}
      </div>
      {save.isError && <p role="alert">{messageOf(save.error)}</p>}
      <div className="flex flex-wrap gap-2">
        <ToolButton tone="primary" disabled={save.isPending} onClick={handleSave}>
          {save.isPending ? 'Saving...' : 'Save focal point'}
        </ToolButton>
        <ToolButton onClick={() => setFocus(CENTRE)}>Centre</ToolButton>
        <ToolButton tone="quiet" onClick={onDone}>
          Cancel
        </ToolButton>
      </div>
    </section>
  )
}

type Focus = typeof CENTRE
type FocusPictureProps = { image: OwnerImage; focus: Focus; onChange: (focus: Focus) => void }

/** The picture, on which a click sets the focal point. */
function FocusPicture({ image, focus, onChange }: FocusPictureProps) {
  const handleClick = (event: MouseEvent<HTMLImageElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const percent = (part: number) => Math.min(100, Math.max(0, Math.round(part * 100)))
    onChange({ x: percent((event.clientX - left) / width), y: percent((event.clientY - top) / height) })
  }
  return (
    <div className="grid place-items-center overflow-hidden rounded-lg border border-line bg-cream">
      <div className="relative">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the sliders do the same */}
        <img
          src={image.url}
          alt={image.altText}
          onClick={handleClick}
          className="max-h-[50vh] w-auto cursor-crosshair"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute size-8 -translate-1/2 rounded-full border-3 border-[#fff] bg-accent-deep/40 shadow-card outline-2 outline-black"
          style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
        />
      </div>
    </div>
  )
}
