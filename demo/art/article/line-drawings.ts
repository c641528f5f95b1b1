/** Heads, hands and things, cut from paper or in ink line. */
import { handForm, paperHand } from '../body/hand.ts'
import { limb } from '../body/limbs.ts'
import { cutPaper, roundPath } from '../cut/cut-paper.ts'
import { headFront, profile } from '../cut/people.ts'
import { ink, skins } from '../palette.ts'
import { lay, type Picture } from '../picture.ts'
import { stick, tube } from '../products/bottles.ts'
import { glazed, gold, lotion, matte, satin, wax } from '../relief/materials.ts'
import { drop, turnedOnEnd } from '../relief/solid.ts'
import { at, ellipse, path, rect, stroke } from '../svg.ts'
import { swirl } from '../textures/swatches.ts'
import { coin } from '../textures/things.ts'
import { caption, LINE, page } from './page.ts'

export const linePictures: Record<string, () => Picture> = {
  'how-to-wash-your-face-2': () => {
    const mark = '#c9412c'
    const spot = (x: number, y: number, rx: number, ry: number, turn = 0) =>
      at(
        x,
        y,
        ellipse(0, 0, rx, ry, mark, {
          'fill-opacity': 0.28,
          stroke: mark,
          'stroke-width': 5,
          'stroke-dasharray': '10 10',
        }),
        1,
        turn,
      )
    const note = (x: number, y: number, text: string, line: string, align: 'left' | 'right') =>
      caption(x, y, text, { align, face: 'serifItalic', size: 44 }) + stroke(line, ink, LINE)
    return page('#d5dccb', {
      placed: headFront(skins[2], '#3a261c', '#f4ead9', 600, 400, 1),
      over:
        spot(600, 166, 150, 22) +
        spot(556, 492, 20, 26) +
        spot(644, 492, 20, 26) +
        spot(392, 470, 24, 60, 8) +
        spot(808, 470, 24, 60, -8) +
        spot(600, 716, 110, 18) +
        note(60, 130, 'hairline', 'M220 120C300 110 380 130 440 156', 'left') +
        note(1150, 330, 'nose creases', 'M910 340C830 372 740 440 672 486', 'right') +
        note(60, 560, 'before the ear', 'M200 510C260 480 320 470 364 470', 'left') +
        note(1150, 690, 'under the jaw', 'M886 680C826 692 770 712 716 716', 'right'),
    })
  },
  'double-cleansing-for-beginners-2': () =>
    page('#efd7c2', {
      placed: [
        ...lay([paperHand(skins[3])], { x: 470, y: 500, turn: 10, scale: 1.2 }),
        ...lay([swirl(82, wax('#f3dca4'))], { x: 440, y: 520, lift: 12 }),
        ...lay([drop(74, { ...wax('#9db05c'), gloss: 0.6, rough: 0.3 }, 0.95)], { x: 940, y: 320 }),
      ],
      over: caption(940, 470, 'a grape', { face: 'serifItalic', size: 52 }) + caption(940, 518, 'on dry hands'),
    }),
  'dry-or-dehydrated-skin-2': () =>
    page('#d9c3b2', {
      sheet:
        rect(0, 0, 420, 800, '#cfe2e6') +
        stroke('M210 0V800M0 380H420', '#f7f2e8', 26) +
        rect(408, 0, 26, 800, '#f7f2e8'),
      placed: [
        ...profile('#7a4630', 850, 440, 0.94),
        ...lay([paperHand('#c58a63', 'point')], { x: 984, y: 788, turn: -20, lift: 14 }),
      ],
      over: stroke('M752 462C768 453 784 453 800 461M758 486C771 478 784 478 796 485', '#f3dccb', LINE),
    }),
  'how-to-patch-test-1': () =>
    page('#cdd8d3', {
      placed: [
        ...lay([paperHand(skins[3], 'together')], { x: 760, y: 400, turn: 90, scale: 1.15 }),
        ...lay([drop(62, lotion('#fff6e6'), 0.12, 0.06)], { x: 330, y: 396, lift: 11 }),
        ...lay([coin(62)], { x: 330, y: 640 }),
      ],
    }),
  'travel-routine-in-one-small-bag-2': () =>
    page('#b9c9c2', {
      over:
        path(
          'M410 320C340 350 320 390 320 440V660C320 700 340 720 380 720H640C680 720 700 700 700 660V440C700 390 680 350 610 320Z',
          '#f6efe2',
        ) +
        path('M320 470H700V660C700 700 680 720 640 720H380C340 720 320 700 320 660Z', '#e0a976') +
        stroke(
          'M410 320C340 350 320 390 320 440V660C320 700 340 720 380 720H640C680 720 700 700 700 660V440C700 390 680 350 610 320ZM320 470H700',
          ink,
          LINE,
        ) +
        rect(430, 250, 160, 72, '#f6efe2', { stroke: ink, 'stroke-width': LINE }) +
        stroke('M430 276H590M430 298H590', ink, LINE) +
        path('M380 250C430 210 590 210 640 250L620 270C580 244 440 244 400 270Z', '#d8ecf0', { 'fill-opacity': 0.9 }) +
        stroke('M380 250C430 210 590 210 640 250L620 270C580 244 440 244 400 270Z', ink, LINE) +
        rect(416, 70, 188, 96, '#c9573b', { rx: 10, stroke: ink, 'stroke-width': LINE }) +
        stroke('M450 70V166M484 70V166M518 70V166M552 70V166', ink, LINE) +
        stroke('M510 176V206M496 194l14 14l14 -14', ink, LINE) +
        caption(770, 132, 'cap', { face: 'serifItalic', size: 46, align: 'left' }) +
        caption(770, 256, 'plastic film', { face: 'serifItalic', size: 46, align: 'left' }) +
        caption(770, 484, 'four-fifths full', { face: 'serifItalic', size: 46, align: 'left' }) +
        stroke('M620 118H750M654 246H750M712 470H750', ink, LINE),
    }),
  'winter-skin-checklist-2': () => {
    const [glove] = [limb(handForm('open'), matte('#f6f1e6'), 56, 30)]
    const cuff = Array.from({ length: 12 }, (_, i) => rect(-74 + i * 13, 356, 5, 70, '#d9cfbd')).join('')
    return page('#7e94a4', {
      placed: [
        ...lay(
          [
            {
              ...glove,
              print: cuff,
              height: (x, y) => {
                const base = glove.height(x, y)
                return base < 0 ? base : base + Math.sin(x * 0.5) * Math.sin(y * 0.5) * 0.9
              },
            },
          ],
          { x: 420, y: 490, turn: -8, scale: 1.15 },
        ),
        ...lay(
          tube({ label: { brand: 'plainmoor', name: 'Hand Cream' }, body: satin('#f3e7d2'), cap: glazed('#a9523d') }),
          { x: 920, y: 400, turn: 16, scale: 0.78 },
        ),
      ],
    })
  },
  'five-sunscreens-for-five-mornings-2': () => {
    const paper = (d: string, color: string, x: number, y: number, lift = 0) =>
      lay([cutPaper(d, color)], { x, y, lift })
    const peg = (x: number) => lay([turnedOnEnd(20, (d) => 40 - d * 0.4, satin('#6b4630'))], { x, y: 178, lift: 16 })
    const hat = 'M-150 40C-150 -10 -90 -20 -84 -30C-80 -120 80 -120 84 -30C90 -20 150 -10 150 40C90 66 -90 66 -150 40Z'
    const ribbon = 'M-86 -34C-40 -16 40 -16 86 -34L90 -6C40 12 -40 12 -90 -6Z'
    const keys = `${roundPath(0, 0, 44)}${roundPath(0, 0, 30, true)}M-12 36H12V190H52V166H64V214H12V230H-12Z`
    const bag = 'M-112 0H112L140 270H-140Z'
    const handles = 'M-70 6V-60C-70 -180 70 -180 70 -60V6H50V-60C50 -152 -50 -152 -50 -60V6Z'
    return page('#e9d3b4', {
      placed: [
        ...paper('M760 30H1140V800H760Z', '#7f9a8c', 0, 0),
        ...paper('M812 90H1088V370H812Z', '#93ab9d', 0, 0, 8),
        ...paper('M812 430H1088V800H812Z', '#93ab9d', 0, 0, 8),
        ...lay([turnedOnEnd(20, (d) => 40 - d * 0.4, gold)], { x: 790, y: 410, lift: 8 }),
        ...paper('M40 150H700V206H40Z', '#c9935f', 0, 0),
        ...[150, 318, 480, 642].flatMap(peg),
        ...paper(hat, '#f3e3bd', 150, 300, 12),
        ...paper(ribbon, '#c9573b', 150, 300, 22),
        ...paper(keys, '#8a5a3c', 318, 230, 12),
        ...paper(handles, '#8f3d2a', 480, 370, 12),
        ...paper(bag, '#c9573b', 480, 370, 16),
        ...lay(
          stick(
            { label: { brand: 'saltlark', name: 'Sun Stick 50' }, body: satin('#f2cf74'), cap: satin('#f2cf74') },
            wax('#f8efdd'),
          ),
          { x: 642, y: 340, scale: 0.34, lift: 12 },
        ),
      ],
    })
  },
}
