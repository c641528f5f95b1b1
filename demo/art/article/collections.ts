/** Collections of vessels, and the bottom of one. */
import { ink } from '../palette.ts'
import { lay, type Picture } from '../picture.ts'
import { bottle, dropperBottle, pumpBottle, tube } from '../products/bottles.ts'
import { lid } from '../products/low-vessels.ts'
import { glass, matte, satin } from '../relief/materials.ts'
import { slab, turnedOnEnd } from '../relief/solid.ts'
import { stroke } from '../svg.ts'
import { lines } from '../type/set-type.ts'
import { caption, heading, LINE, page } from './page.ts'

export const collectionPictures: Record<string, () => Picture> = {
  'build-a-routine-for-sensitive-skin-1': () => {
    const wall = (width: number, length: number, x: number, y: number) =>
      lay([slab({ width, length, thickness: 130, corner: 3, edge: 3 }, matte('#b98b62'))], { x, y })
    return page('#d8dfda', {
      placed: [
        ...lay([slab({ width: 1000, length: 540, thickness: 8 }, matte('#9a7250'))], { x: 600, y: 440 }),
        ...lay(
          bottle({ label: { brand: 'hushmoss', name: 'Acid Toner' }, body: glass('#a9c39a'), cap: satin('#28473a') }),
          { x: 240, y: 450, scale: 0.5, lift: 8 },
        ),
        ...lay(
          pumpBottle({ label: { brand: 'saltlark', name: 'Scrub' }, body: satin('#a9cbdc'), cap: satin('#f28a5b') }),
          { x: 470, y: 460, scale: 0.5, lift: 8 },
        ),
        ...lay(
          dropperBottle({
            label: { brand: 'linnet-row', name: 'Retinol' },
            body: glass('#b8672f'),
            cap: satin('#2d2a2a'),
            sticker: '#f8efdf',
          }),
          { x: 710, y: 460, scale: 0.5, lift: 8 },
        ),
        ...lay(
          lid({ label: { brand: 'tansyweir', name: 'Mask' }, body: satin('#d79f90'), cap: satin('#d79f90') }, 180, 60),
          { x: 950, y: 440, scale: 0.62, lift: 8 },
        ),
        ...wall(1030, 26, 600, 160),
        ...wall(1030, 26, 600, 720),
        ...wall(26, 560, 90, 440),
        ...wall(26, 560, 1110, 440),
      ],
      over: ['acids', 'scrub', 'retinol', 'mask']
        .map(
          (text, i) =>
            caption(240 + i * 237, 100, text, { face: 'serif', size: 44 }) +
            stroke(`M${240 + i * 237} 116V190`, ink, LINE),
        )
        .join(''),
    })
  },
  'travel-routine-in-one-small-bag-1': () =>
    page('#e3cfb6', {
      placed: [
        ...lay(
          bottle({ label: { brand: 'hushmoss', name: 'Gel Cleanser' }, body: glass('#cfe5da'), cap: satin('#f6f3e8') }),
          { x: 140, y: 330, scale: 0.5 },
        ),
        ...lay(
          lid(
            { label: { brand: 'oatwhistle', name: 'Oat Cream' }, body: satin('#fbf2e2'), cap: satin('#fbf2e2') },
            200,
            90,
          ),
          { x: 350, y: 400, scale: 0.5 },
        ),
        ...lay(
          tube({
            label: { brand: 'saltlark', name: 'Sun Lotion SPF 30' },
            body: satin('#a9cbdc'),
            cap: satin('#f7f4ec'),
          }),
          { x: 555, y: 320, scale: 0.5 },
        ),
        ...lay(
          lid(
            {
              label: { brand: 'oatwhistle', name: 'Cleansing Balm' },
              body: satin('#c98f5f'),
              cap: satin('#c98f5f'),
              ink: '#fff3dd',
            },
            180,
            40,
          ),
          { x: 755, y: 410, scale: 0.5 },
        ),
        ...lay(
          lid(
            { label: { brand: 'plainmoor', name: 'Plain Ointment' }, body: matte('#fbfbf8'), cap: matte('#fbfbf8') },
            150,
            50,
          ),
          { x: 930, y: 424, scale: 0.5 },
        ),
        ...lay([slab({ width: 76, length: 250, thickness: 60, corner: 20, edge: 36 }, satin('#d4734f'))], {
          x: 1080,
          y: 370,
        }),
      ],
      over: [
        ['25 ml', 140],
        ['15 ml', 350],
        ['50 ml', 555],
        ['1 tbsp', 755],
        ['thimble', 930],
        ['1 stick', 1092],
      ]
        .map(([text, x]) => caption(Number(x), 640, String(text), { face: 'serif', size: 38 }))
        .join(''),
    }),
  'vitamin-c-for-beginners-2': () => {
    const base = turnedOnEnd(
      280,
      (d) => 220 - (d > 250 ? ((d - 250) / 30) ** 2 * 30 : 0) - (d < 210 && d > 200 ? 5 : 0),
      satin('#a9642c'),
      lines(
        0,
        -10,
        ['opened', 'March 3'],
        { face: 'garamondItalic', size: 96, color: '#fff0d8', align: 'center' },
        1.0,
      ),
    )
    return page('#efe1c8', {
      placed: lay([base], { x: 400, y: 380, turn: -8 }),
      over:
        heading(800, 350, 'A date', { size: 58 }) + heading(800, 414, 'beats a guess.', { size: 58, color: '#8a5a3c' }),
    })
  },
}
