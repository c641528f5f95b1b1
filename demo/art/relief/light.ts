/** The studio: one hard sun from the upper left, a tall window next to it, and the sheet that throws light back. */

export type Light = {
  /** Where shadows fall: degrees clockwise from the right. */
  direction: number
  /** Length of a shadow per unit of height. */
  reach: number
  /** Light in the shadows, as a share of the full light. */
  ambient: number
  /** Width of the edge of a shadow in pixels of the drawing. */
  softness: number
}

export const hardSun: Light = { direction: 38, reach: 1.15, ambient: 0.5, softness: 5 }

/** Brightness of the studio in the mirrored direction; 1 is the lit sheet. */
export function studio(x: number, y: number, z: number, rough: number): number {
  const blur = 0.05 + rough * 0.4
  const tallWindow = band(x, -0.93, -0.5, blur) * band(y, -1.1, 0.72, blur) * band(z, -0.5, 2, 0.4)
  const muntin = rough < 0.3 ? 1 - 0.75 * band(y, -0.16, -0.1, 0.025) : 1
  const fill = band(x, 0.72, 0.98, blur) * band(y, -0.8, 0.9, blur)
  return tallWindow * muntin * 1.5 + fill * 0.42
}

function band(value: number, from: number, to: number, blur: number): number {
  return ramp((value - from) / blur + 0.5) * ramp((to - value) / blur + 0.5)
}

function ramp(value: number): number {
  const share = value < 0 ? 0 : value > 1 ? 1 : value
  return share * share * (3 - 2 * share)
}
