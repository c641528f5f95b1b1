import { type PointerEvent, useRef, useState } from 'react'
import type { CropInput, OwnerImage } from '../../../contract/content/images.ts'
import { submission } from '../../data/mutations.ts'
import { useCropImage } from '../../data/owner/images.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { SelectField } from '../kit/form-fields.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { areaBetween, largestArea, within } from './crop-area.ts'
import { PercentSlider } from './percent-slider.tsx'

const ratios: Record<string, number | undefined> = {
  Free: undefined,
  '1:1': 1,
  '4:3': 4 / 3,
  '3:2': 3 / 2,
  '16:9': 16 / 9,
  '4:5': 4 / 5,
  '2:3': 2 / 3,
}

type CropEditorProps = { image: OwnerImage; onCropped: (part: OwnerImage) => void; onCancel: () => void }

/** Makes a new image of a part: drawn on the picture, or set by sliders. */
export function CropEditor({ image, onCropped, onCancel }: CropEditorProps) {
  const [shape, setShape] = useState('Free')
  const [area, setArea] = useState(() => largestArea(image.picture))
  const crop = useCropImage()
  const handleSave = () =>
    crop.mutate(submission({ params: { id: image.id }, body: area }), {
      onSuccess: (part) => {
        toast(adminMessages.imageCropped)
        onCropped(part)
      },
    })
  const handleShape = (name: string) => {
    setShape(name)
    setArea(largestArea(image.picture, ratios[name]))
  }

  return (
    <section aria-label="Crop" className="space-y-3">
      <CropCanvas image={image} ratio={ratios[shape]} area={area} onChange={setArea} />
      <p className="text-sm text-ink-soft">Draw on the picture what the new image shows. The original stays.</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField optional={null} label="Shape" value={shape} onChange={(event) => handleShape(event.target.value)}>
          {Object.keys(ratios).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <SideSliders image={image} ratio={ratios[shape]} area={area} onChange={setArea} />
      </div>
      {crop.isError && <p role="alert">{messageOf(crop.error)}</p>}
      <div className="flex flex-wrap gap-2">
        <ToolButton tone="primary" disabled={crop.isPending} onClick={handleSave}>
          {crop.isPending ? 'Cropping…' : 'Make a new image'}
        </ToolButton>
        <ToolButton tone="quiet" onClick={onCancel}>
          Cancel
        </ToolButton>
      </div>
    </section>
  )
}

type AreaProps = { image: OwnerImage; ratio: number | undefined; area: CropInput; onChange: (area: CropInput) => void }

/** The picture, on which the part is drawn. */
function CropCanvas({ image, ratio, area, onChange }: AreaProps) {
  const size = image.picture
  const start = useRef<{ x: number; y: number }>(undefined)
  const pointOf = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const part = (at: number, from: number, side: number) => Math.min(1, Math.max(0, (at - from) / side))
    return {
      x: part(event.clientX, box.left, box.width) * size.width,
      y: part(event.clientY, box.top, box.height) * size.height,
    }
  }
  const percent = (value: number, of: number) => `${(100 * value) / of}%`
  return (
    <div className="grid place-items-center overflow-hidden rounded-lg border border-line bg-black">
      <div
        className="relative cursor-crosshair touch-none select-none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          start.current = pointOf(event)
        }}
        onPointerMove={(event) => {
          if (start.current) onChange(areaBetween(start.current, pointOf(event), size, ratio))
        }}
        onPointerUp={() => {
          start.current = undefined
        }}
      >
        <img src={image.url} alt={image.altText} draggable={false} className="max-h-[50vh] w-auto opacity-60" />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute border-2 border-[#fff] outline-1 outline-black backdrop-brightness-150"
          style={{
            left: percent(area.left, size.width),
            top: percent(area.top, size.height),
            width: percent(area.width, size.width),
            height: percent(area.height, size.height),
          }}
        />
      </div>
    </div>
  )
}

function SideSliders({ image: { picture: size }, ratio, area, onChange }: AreaProps) {
  const change = (side: keyof typeof labels, value: number) => {
    const changed = { ...area, [side]: value }
    if (ratio && side === 'width') changed.height = value / ratio
    if (ratio && side === 'height') changed.width = value * ratio
    onChange(within(changed, size))
  }
  return (['left', 'top', 'width', 'height'] as const).map((side) => (
    <PercentSlider
      key={side}
      label={labels[side]}
      value={area[side]}
      unit=" px"
      max={side === 'left' || side === 'width' ? size.width : size.height}
      onChange={(value) => change(side, value)}
    />
  ))
}

const labels = { left: 'From the left', top: 'From the top', width: 'Width', height: 'Height' }
