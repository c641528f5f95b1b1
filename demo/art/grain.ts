/**
 * Paper grain as a small tile of noise: it hides the bands of wide gradients and costs nothing to render, where a
 * turbulence filter over the whole picture would take longer than all the rest.
 */
import { crc32, deflateSync } from 'node:zlib'
import { seededRandom } from './random.ts'

const side = 128

export const grainTile = tilePattern()

function tilePattern(): string {
  const image = `data:image/png;base64,${noisePng().toString('base64')}`
  return (
    `<pattern id="grain" width="${side}" height="${side}" patternUnits="userSpaceOnUse">` +
    `<image width="${side}" height="${side}" href="${image}"/></pattern>`
  )
}

/** Grey with alpha: half of the grains lighten, half darken, all of them faintly. */
function noisePng(): Buffer {
  const random = seededRandom('grain')
  const rows = Buffer.alloc(side * (side * 2 + 1))
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const strength = random.between(-1, 1) + random.between(-1, 1)
      const offset = y * (side * 2 + 1) + 1 + x * 2
      rows[offset] = strength > 0 ? 255 : 60
      rows[offset + 1] = Math.min(3, Math.floor(Math.abs(strength) * 2.4)) * 3
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 4, 0, 0, 0], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND'),
  ])
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
