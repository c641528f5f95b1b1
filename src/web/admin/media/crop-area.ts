import { CROP_MIN, type CropInput } from '../../../contract/content/images.ts'

type Size = { width: number; height: number }
type Point = { x: number; y: number }

/** The whole picture, or its largest part in a ratio of width to height, in the middle. */
export function largestArea({ width, height }: Size, ratio?: number): CropInput {
  if (!ratio) return { left: 0, top: 0, width, height }
  const area = width / height > ratio ? { width: height * ratio, height } : { width, height: width / ratio }
  const rounded = { width: Math.round(area.width), height: Math.round(area.height) }
  return {
    ...rounded,
    left: Math.round((width - rounded.width) / 2),
    top: Math.round((height - rounded.height) / 2),
  }
}

/** The area between two points in pixels of the picture, in a ratio if there is one, within the picture. */
export function areaBetween(from: Point, to: Point, size: Size, ratio?: number): CropInput {
  const toRight = to.x >= from.x
  const down = to.y >= from.y
  const roomX = toRight ? size.width - from.x : from.x
  const roomY = down ? size.height - from.y : from.y
  let width = Math.min(Math.abs(to.x - from.x), roomX)
  let height = Math.min(Math.abs(to.y - from.y), roomY)
  if (ratio) {
    width = Math.min(Math.max(width, height * ratio), roomX, roomY * ratio)
    height = width / ratio
  }
  return within({ left: toRight ? from.x : from.x - width, top: down ? from.y : from.y - height, width, height }, size)
}

/** Moves and shrinks an area so that it is inside the picture, with whole pixels and not too small. */
export function within(area: CropInput, size: Size): CropInput {
  const side = (value: number, max: number) => Math.min(max, Math.max(CROP_MIN, Math.round(value)))
  const width = side(area.width, size.width)
  const height = side(area.height, size.height)
  const start = (value: number, room: number) => Math.min(room, Math.max(0, Math.round(value)))
  return { left: start(area.left, size.width - width), top: start(area.top, size.height - height), width, height }
}
