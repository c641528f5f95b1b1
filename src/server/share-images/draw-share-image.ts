import sharp from 'sharp'

export type ShareImage = { brand: string; title: string; label?: string }

const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/** A 1200 x 630 PNG with a title in the house's look. The last hundred are kept; the same words are drawn once. */
export function drawShareImage(image: ShareImage): Promise<Uint8Array<ArrayBuffer>> {
  const key = JSON.stringify(image)
  let bytes = drawn.get(key)
  if (!bytes) {
    bytes = draw(image)
    bytes.catch(() => drawn.delete(key))
    if (drawn.size >= 100) drawn.delete(drawn.keys().next().value!)
    drawn.set(key, bytes)
  }
  return bytes
}

async function draw({ brand, title, label }: ShareImage): Promise<Uint8Array<ArrayBuffer>> {
  const heading = await fitted(title, 880, 300)
  const kicker = await text(label ?? brand, 'sans 12', '#85531f')
  const name = await text(brand, 'serif bold 15', '#2b211b')
  const png = await sharp(Buffer.from(background))
    .composite([
      { input: kicker, left: 96, top: 96 },
      { input: heading, left: 96, top: 160 },
      { input: name, left: 96, top: 520 },
    ])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
  return new Uint8Array(png)
}

const background = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
  <rect width="1200" height="630" fill="#fbf7f1"/>
  <circle cx="1080" cy="120" r="250" fill="#f4ebdf"/>
  <path d="M1060 250c70 92 108 152 108 214a108 108 0 0 1-216 0c0-62 38-122 108-214z" fill="#d4a373" opacity=".85"/>
  <path d="M1016 440a52 52 0 0 0 40 62" stroke="#fbf7f1" stroke-width="10" fill="none" stroke-linecap="round" opacity=".8"/>
  <rect x="96" y="486" width="72" height="4" fill="#d4a373"/>
</svg>`

/** The title in the largest size that fits its box; Pango breaks the lines. */
async function fitted(title: string, width: number, height: number): Promise<Buffer> {
  for (const size of [60, 52, 44, 36, 28]) {
    const { data, info } = await pango(title, `serif bold ${Math.round(size / 4)}`, '#2b211b', width).toBuffer({
      resolveWithObject: true,
    })
    if (info.height <= height && info.width <= width) return data
  }
  return text(title.slice(0, 140), 'serif bold 7', '#2b211b', width)
}

function text(content: string, font: string, colour: string, width?: number): Promise<Buffer> {
  return pango(content, font, colour, width).toBuffer()
}

function pango(content: string, font: string, colour: string, width?: number) {
  const escaped = content.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
  return sharp({
    text: {
      text: `<span foreground="${colour}">${escaped}</span>`,
      font,
      rgba: true,
      dpi: 288,
      ...(width ? { width, wrap: 'word' } : {}),
    },
  }).png()
}
