import type { Picture } from '../../../contract/content/pictures.ts'

/** In percent of the width and the height. */
export type Focus = NonNullable<Picture['focus']>

/** The point of a position of CSS in percent, such as `50% 30%`. */
export function focusOfPosition(position: string): Focus | undefined {
  const [, x, y] = /^\s*([\d.]+)%\s+([\d.]+)%\s*$/.exec(position) ?? []
  return toFocus(x, y)
}

const places: Record<string, Focus> = {
  topleft: { x: 0, y: 0 },
  top: { x: 50, y: 0 },
  topright: { x: 100, y: 0 },
  left: { x: 0, y: 50 },
  right: { x: 100, y: 50 },
  bottomleft: { x: 0, y: 100 },
  bottom: { x: 50, y: 100 },
  bottomright: { x: 100, y: 100 },
}

/** The point of a word such as `TopLeft`, as themes of Hugo have it. */
export function focusOfPlace(place: string): Focus | undefined {
  return places[place.toLowerCase()]
}

/** The point that a plugin stores with an attachment of WordPress. */
export function focusOfMeta(meta: ReadonlyMap<string, readonly string[]>): Focus | undefined {
  const first = (key: string) => meta.get(key)?.[0] ?? ''
  // WP SmartCrop and WP FocalPoint.
  const named = first('_wpsmartcrop_image_focus') || first('focalpoint')
  // Theia Smart Thumbnails, in parts of one.
  const listed = first('theiaSmartThumbnails_position')
  return (
    toFocus(serialized(named, '"left"'), serialized(named, '"top"')) ??
    toFocus(serialized(listed, 'i:0'), serialized(listed, 'i:1'), 100) ??
    focusOfPosition(first('bg_pos_desktop') || first('focal_point'))
  )
}

/** The number that stands after a key in an array that PHP has serialized. */
function serialized(text: string, key: string): string | undefined {
  return new RegExp(`${key};(?:[di]:|s:\\d+:")([\\d.]+)`).exec(text)?.[1]
}

function toFocus(x: string | undefined, y: string | undefined, factor = 1): Focus | undefined {
  const focus = { x: Math.round(Number(x) * factor), y: Math.round(Number(y) * factor) }
  const isPoint = [focus.x, focus.y].every((each) => each >= 0 && each <= 100)
  return isPoint && !(focus.x === 50 && focus.y === 50) ? focus : undefined
}
