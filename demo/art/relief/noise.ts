/** Smooth seeded noise for the surfaces of textures. */

/** Value noise from -1 to 1 with a period of one unit. */
export function noise(x: number, y: number, seed = 0): number {
  const cellX = Math.floor(x)
  const cellY = Math.floor(y)
  const u = fade(x - cellX)
  const v = fade(y - cellY)
  const top = lerp(lattice(cellX, cellY, seed), lattice(cellX + 1, cellY, seed), u)
  const bottom = lerp(lattice(cellX, cellY + 1, seed), lattice(cellX + 1, cellY + 1, seed), u)
  return lerp(top, bottom, v)
}

/** Octaves of noise, each half as strong and half as wide as the one before; from -1 to 1. */
export function fractal(x: number, y: number, octaves: number, seed = 0): number {
  let sum = 0
  let strength = 1
  let total = 0
  for (let octave = 0; octave < octaves; octave++) {
    sum += noise(x * 2 ** octave, y * 2 ** octave, seed + octave * 17) * strength
    total += strength
    strength /= 2
  }
  return sum / total
}

export function smoothstep(from: number, to: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return share * share * (3 - 2 * share)
}

function lattice(x: number, y: number, seed: number): number {
  let value = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed + 1, 0x9e3779b1)
  value = Math.imul(value ^ (value >>> 15), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return ((value ^ (value >>> 16)) >>> 0) / 2_147_483_648 - 1
}

function fade(value: number): number {
  return value * value * value * (value * (value * 6 - 15) + 10)
}

function lerp(from: number, to: number, share: number): number {
  return from + (to - from) * share
}
