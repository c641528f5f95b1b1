/**
 * Where things are put down. Long morning shadows are painted together, below everything of their layer, so a picture
 * needs one blur a layer; contact shadows and the things themselves follow in the order they were placed.
 */
import { deepen } from './palette.ts'
import { contact } from './shading.ts'
import { downward, group, path, type Sketch, short } from './sketch.ts'
import type { Thing } from './vessels.ts'

export type Light = {
  /** How far a shadow reaches to the right, in heights of the thing. */
  reach: number
  /** How far it falls toward the viewer (positive) or the wall (negative). */
  drop: number
  /** Colour of the ground that the shadow falls on. */
  ground: string
  strength?: number
  softness?: number
}

type Placement = {
  x: number
  y: number
  scale?: number
  turn?: number
  /** Lying on the sheet seen from above: the shadow is the outline, shifted. */
  lying?: boolean
  /** Mirrors the outline and the drawing. */
  flip?: boolean
  shadow?: number
}

export type Stage = {
  place: (thing: Thing, placement: Placement) => void
  /** Adds shapes without a shadow, in the order of this layer. */
  add: (art: string) => void
  /** What follows throws its shadow on what came before. */
  nextLayer: () => void
  paint: () => string
}

export function createStage(sketch: Sketch, light: Light): Stage {
  const shade = deepen(deepen(light.ground, 1), 0.3)
  const strength = light.strength ?? 0.5
  const fading = sketch.linear(
    [
      [0, shade, strength * 0.1],
      [0.5, shade, strength * 0.62],
      [1, shade, strength],
    ],
    downward,
  )
  const flat = shade
  let layers: { shadows: string; art: string }[] = [{ shadows: '', art: '' }]
  const layer = () => layers.at(-1) ?? { shadows: '', art: '' }

  const place = (thing: Thing, { x, y, scale = 1, turn = 0, lying = false, flip = false, shadow = 1 }: Placement) => {
    const size = `${flip ? -Math.round(scale * 1000) / 1000 : Math.round(scale * 1000) / 1000} ${Math.round(scale * 1000) / 1000}`
    const stand = `translate(${short(x)} ${short(y)}) rotate(${turn}) scale(${size})`
    if (lying) {
      const shift = `translate(${short(light.reach * 34 * scale)} ${short(light.drop * 34 * scale)})`
      layer().shadows += group(path(thing.outline, flat, { 'fill-opacity': strength * 0.8 * shadow }), {
        transform: `${shift} ${stand}`,
      })
    } else if (shadow > 0) {
      const fall = `translate(${short(x)} ${short(y)}) matrix(1 0 ${-light.reach} ${-light.drop} 0 0) rotate(${turn}) scale(${size})`
      layer().shadows += path(thing.outline, fading, { transform: fall, opacity: shadow === 1 ? undefined : shadow })
      layer().art += contact(
        sketch,
        x + thing.width * scale * 0.04,
        y + 3,
        thing.width * scale * 1.12,
        16 + thing.width * scale * 0.1,
        shade,
        0.75 * shadow,
      )
    }
    layer().art += group(thing.art, { transform: stand })
  }

  return {
    place,
    add: (art) => {
      layer().art += art
    },
    nextLayer: () => {
      layers = [...layers, { shadows: '', art: '' }]
    },
    paint: () =>
      layers
        .map(({ shadows, art }) => (shadows ? group(shadows, { filter: sketch.blur(light.softness ?? 7) }) : '') + art)
        .join(''),
  }
}
