import type { Colours } from '../../../contract/accounts/palettes.ts'
import type { TypePairingName } from '../../../contract/accounts/type-pairings.ts'
import { loadSharp } from '../../platform/load-sharp.ts'
import { cropPicture, type DrawnPicture, pictureKey } from './crop-picture.ts'
import { type DrawnText, drawText } from './draw-text.ts'
import { drawingFonts } from './drawing-fonts.ts'

type Bytes = Uint8Array<ArrayBuffer>

export type RoutinePin = {
  brand: string
  name: string
  /** One line below the name. */
  summary: string
  times: { title: string; steps: string[] }[]
  /** At most four, drawn in a row above the name; an empty list draws no row. */
  pictures: DrawnPicture[]
  colours: Pick<Colours, 'paper' | 'cream' | 'ink' | 'accent' | 'accentDeep'>
  type: TypePairingName
}

const PIN_WIDTH = 1000
const PIN_HEIGHT = 1500
const FRAME = 32
const MARGIN = 88
/** Height of the pictures. */
const ROW_HEIGHT = 300
const WIDTH = PIN_WIDTH - 2 * MARGIN
/** Below it stands the brand. */
const BOTTOM = 1380

const drawn = new Map<string, Promise<Bytes>>()

/** A 1000 x 1500 PNG with the steps of a routine. The last fifty are cached. */
export function drawRoutinePin(pin: RoutinePin): Promise<Bytes> {
  const { pictures, ...words } = pin
  const key = JSON.stringify({ ...words, pictures: pictures.map(pictureKey) })
  let bytes = drawn.get(key)
  if (!bytes) {
    bytes = draw(pin)
    bytes.catch(() => drawn.delete(key))
    const [oldest] = drawn.keys()
    if (oldest !== undefined && drawn.size >= 50) drawn.delete(oldest)
    drawn.set(key, bytes)
  }
  return bytes
}

type Placed = { input: Buffer; left: number; top: number }

async function draw({ brand, name, summary, times, pictures, colours, type }: RoutinePin): Promise<Bytes> {
  const sharp = await loadSharp()
  const { ink } = colours
  const { display, sans } = drawingFonts[type]
  const placed = await drawRow(pictures, colours)
  const lines: number[] = []
  let top = placed.length > 0 ? FRAME + ROW_HEIGHT + 56 : 96
  const put = (text: DrawnText, gap: number, left = MARGIN) => {
    placed.push({ input: text.data, left, top })
    top += text.height + gap
  }
  put(
    await drawText(name, {
      font: display,
      colour: ink,
      sizes: [76, 68, 60, 50, 42, 34],
      box: { width: WIDTH, height: 250 },
    }),
    28,
  )
  if (summary)
    put(
      await drawText(summary, {
        font: sans,
        colour: ink,
        sizes: [30, 28, 26],
        box: { width: WIDTH, height: 110 },
      }),
      44,
    )

  const lists = await drawLists(times, { room: BOTTOM - top, colours, type })
  for (const { title, steps, hidden, gap } of lists) {
    put(title, 14)
    lines.push(top)
    top += LINE_GAP
    for (const { number, text } of steps) {
      placed.push({ input: number.data, left: MARGIN, top })
      put(text, gap, MARGIN + INDENT)
    }
    if (hidden) put(hidden, gap, MARGIN + INDENT)
    top += LIST_GAP - gap
  }
  const mark = await drawText(brand, {
    font: display,
    colour: ink,
    sizes: [44, 36, 28],
    box: { width: WIDTH, height: 60 },
  })
  placed.push({ input: mark.data, left: MARGIN, top: 1410 })
  const png = await sharp(Buffer.from(background(colours, lines)))
    .composite(placed)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
  return new Uint8Array(png)
}

/** The pictures side by side at the top of the frame, as wide as it. */
async function drawRow(pictures: DrawnPicture[], { cream: background }: RoutinePin['colours']): Promise<Placed[]> {
  const edge = (index: number) => FRAME + Math.round(((PIN_WIDTH - 2 * FRAME) * index) / pictures.length)
  const placed: Placed[] = []
  for (const [index, picture] of pictures.entries()) {
    const place = { width: edge(index + 1) - edge(index), height: ROW_HEIGHT, background }
    placed.push({ input: await cropPicture(picture, place), left: edge(index), top: FRAME })
  }
  return placed
}

type List = {
  title: DrawnText
  steps: { number: DrawnText; text: DrawnText }[]
  hidden: DrawnText | undefined
  gap: number
}

const INDENT = 64
const LINE_GAP = 24
const LIST_GAP = 52

/** Between steps. */
const gapOf = (size: number) => Math.round(size * 0.55)

const heightOf = (texts: DrawnText[], gap: number) => texts.reduce((sum, { height }) => sum + height + gap, 0)

/** Morning and evening in the largest size in which both fit; of too many steps the last ones are counted. */
async function drawLists(
  times: RoutinePin['times'],
  { room, colours: { ink, accentDeep }, type }: Pick<RoutinePin, 'colours' | 'type'> & { room: number },
): Promise<List[]> {
  const shown = times.filter(({ steps }) => steps.length > 0)
  const { sans } = drawingFonts[type]
  const line = (text: string, font: typeof sans, colour: string, size: number, width = WIDTH) =>
    drawText(text, { font, colour, sizes: [size], box: { width, height: LINE_MAX } })
  const titled: { title: DrawnText; steps: string[] }[] = []
  for (const { title, steps } of shown) titled.push({ title: await line(title, sans, accentDeep, 28), steps })
  const forSteps = room + LIST_GAP - titled.reduce((sum, { title }) => sum + title.height + 14 + LINE_GAP + LIST_GAP, 0)
  for (const size of STEP_SIZES) {
    const drawings: { title: DrawnText; own: DrawnText[] }[] = []
    for (const { title, steps } of titled) {
      const own: DrawnText[] = []
      for (const step of steps) own.push(inWholeLines(await line(step, sans, ink, size, WIDTH - INDENT), size))
      drawings.push({ title, own })
    }
    const isLast = size === STEP_SIZES.at(-1)
    const gap = gapOf(size)
    const needed = drawings.map(({ own }) => heightOf(own, gap))
    if (needed.reduce((sum, height) => sum + height, 0) > forSteps && !isLast) continue
    const half = forSteps / drawings.length
    const spare = needed.reduce((sum, height) => sum + Math.max(0, half - height), 0)
    const lists: List[] = []
    for (const { title, own } of drawings) {
      const texts = isLast ? fitting(own, half + spare, gap) : own
      const steps: List['steps'] = []
      for (const [n, text] of texts.entries())
        steps.push({ number: await line(String(n + 1), sans, accentDeep, size, INDENT), text })
      const more = own.length - texts.length
      const hidden = more > 0 ? await line(`and ${more} more`, sans, ink, size) : undefined
      lists.push({ title, steps, hidden, gap })
    }
    return lists
  }
  return []
}

/** In px. */
const STEP_SIZES = [44, 40, 36, 32, 28, 24]
/** Pixels of a step with several lines. */
const LINE_MAX = 200

/** With the height of its lines, not of what is drawn in them, so that steps are evenly apart. */
function inWholeLines(text: DrawnText, size: number): DrawnText {
  const line = size * 1.22
  return { ...text, height: Math.round(Math.max(1, Math.round(text.height / line)) * line) }
}

/** The first steps, with room for the line that counts the others. */
function fitting(steps: DrawnText[], room: number, gap: number): DrawnText[] {
  if (heightOf(steps, gap) <= room) return steps
  let count = 0
  while (count < steps.length && heightOf(steps.slice(0, count + 1), gap) <= room - 44) count += 1
  return steps.slice(0, count)
}

const background = (
  { paper, cream, accent }: RoutinePin['colours'],
  lines: number[],
) => `<svg xmlns="http://www.w3.org/2000/svg" width="${PIN_WIDTH}" height="${PIN_HEIGHT}">
  <rect width="${PIN_WIDTH}" height="${PIN_HEIGHT}" fill="${cream}"/>
  <rect x="${FRAME}" y="${FRAME}" width="${PIN_WIDTH - 2 * FRAME}" height="${PIN_HEIGHT - 2 * FRAME}" fill="${paper}"/>
  ${lines.map((y) => `<rect x="${MARGIN}" y="${Math.round(y)}" width="${WIDTH}" height="2" fill="${accent}"/>`).join('')}
</svg>`
