/** Hands, faces and things in ink line. */
import { handForm, handLine } from '../body/hand.ts'
import { limb } from '../body/limbs.ts'
import { faceFront, faceProfile } from '../line/face.ts'
import { forearm } from '../line/forearm.ts'
import { ink, skins } from '../palette.ts'
import { lay, type Picture } from '../picture.ts'
import { tube } from '../products/bottles.ts'
import { glazed, matte, satin } from '../relief/materials.ts'
import { at, circle, ellipse, path, rect, stroke } from '../svg.ts'
import { word } from '../type/set-type.ts'
import { caption, page } from './page.ts'

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
      caption(x, y, text, { align, face: 'serifItalic', size: 44 }) + stroke(line, ink, 3.5)
    return page('#d5dccb', {
      over:
        at(600, 400, faceFront({ skin: skins[2], hair: '#2f211a', ink, top: '#f4ead9' }), 1) +
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
      over:
        at(520, 560, handLine(skins[1], ink, 'open', 8), 1.12, 14) +
        at(
          510,
          560,
          path('M-70 20C-80 -40 -20 -76 20 -60C70 -50 90 0 60 40C20 80 -50 70 -70 20Z', '#f0d48e') +
            stroke(
              'M-70 20C-80 -40 -20 -76 20 -60C70 -50 90 0 60 40C20 80 -50 70 -70 20ZM-30 0C-20 -30 20 -30 30 -6',
              ink,
              6,
            ),
          1.1,
        ) +
        circle(960, 300, 58, '#7c8f4f', { stroke: ink, 'stroke-width': 6 }) +
        stroke('M960 242C956 210 976 190 1000 186', ink, 7) +
        stroke('M930 280C936 266 948 258 962 258', '#c3cf9a', 6) +
        caption(960, 430, 'a grape', { face: 'serifItalic', size: 52 }) +
        caption(960, 476, 'on dry hands'),
    }),
  'dry-or-dehydrated-skin-2': () =>
    page('#d9c3b2', {
      sheet:
        rect(0, 0, 420, 800, '#cfe2e6') +
        stroke('M210 0V800M0 380H420', '#f7f2e8', 26) +
        rect(408, 0, 26, 800, '#f7f2e8'),
      over:
        at(800, 400, faceProfile({ skin: skins[0], hair: '#8a4b2a', ink, top: '#7f9a86' }, 7), 1.15) +
        stroke(
          'M700 486C722 478 738 480 756 490M704 506C726 498 744 500 762 512M712 528C732 520 748 522 764 534',
          '#a0573f',
          4.5,
        ) +
        at(
          660,
          740,
          path('M40 120C10 60 -10 -20 10 -120C16 -168 70 -168 76 -120C84 -40 110 40 150 120Z', skins[0]) +
            stroke('M40 120C10 60 -10 -20 10 -120C16 -168 70 -168 76 -120C84 -40 110 40 150 120', ink, 7) +
            stroke('M22 -120V-136C28 -152 58 -152 64 -136V-120C58 -108 28 -108 22 -120Z', ink, 4),
          1,
          12,
        ),
    }),
  'how-to-patch-test-1': () =>
    page('#cdd8d3', {
      over: at(560, 420, forearm(skins[4], ink), 1.05, 90) + circle(340, 300, 9, ink),
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
          7,
        ) +
        rect(430, 250, 160, 72, '#f6efe2', { stroke: ink, 'stroke-width': 7 }) +
        stroke('M430 276H590M430 298H590', ink, 4) +
        path('M380 250C430 210 590 210 640 250L620 270C580 244 440 244 400 270Z', '#d8ecf0', { 'fill-opacity': 0.9 }) +
        stroke('M380 250C430 210 590 210 640 250L620 270C580 244 440 244 400 270Z', ink, 5) +
        rect(416, 70, 188, 96, '#c9573b', { rx: 10, stroke: ink, 'stroke-width': 7 }) +
        stroke('M450 70V166M484 70V166M518 70V166M552 70V166', ink, 3) +
        stroke('M510 176V206M496 194l14 14l14 -14', ink, 5) +
        caption(770, 132, 'cap', { face: 'serifItalic', size: 46, align: 'left' }) +
        caption(770, 256, 'plastic film', { face: 'serifItalic', size: 46, align: 'left' }) +
        caption(770, 484, 'four-fifths full', { face: 'serifItalic', size: 46, align: 'left' }) +
        stroke('M620 118H750M654 246H750M712 470H750', ink, 4),
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
    const hook = (x: number) =>
      rect(x - 20, 196, 40, 26, '#8a5a3c', { rx: 8, stroke: ink, 'stroke-width': 5 }) +
      stroke(`M${x} 220v34q0 26 26 20`, ink, 8)
    return page('#e9d3b4', {
      over:
        rect(760, 40, 380, 800, '#7f9a8c', { stroke: ink, 'stroke-width': 8 }) +
        rect(810, 100, 280, 260, '#93ab9d', { stroke: ink, 'stroke-width': 5 }) +
        rect(810, 420, 280, 400, '#93ab9d', { stroke: ink, 'stroke-width': 5 }) +
        circle(796, 440, 18, '#d8a94e', { stroke: ink, 'stroke-width': 5 }) +
        rect(60, 186, 640, 46, '#c9935f', { rx: 8, stroke: ink, 'stroke-width': 6 }) +
        [130, 300, 460, 630].map(hook).join('') +
        ellipse(150, 330, 120, 34, '#f3e3bd', { stroke: ink, 'stroke-width': 6 }) +
        path('M80 326C80 250 220 250 220 326Z', '#f3e3bd') +
        stroke('M80 326C80 250 220 250 220 326', ink, 6) +
        stroke('M82 312Q150 340 218 312', '#c9573b', 14) +
        circle(316, 318, 30, 'none', { stroke: ink, 'stroke-width': 9 }) +
        stroke('M316 348V450M316 420h28M316 446h24', ink, 9) +
        path('M410 400H560L590 640H380Z', '#c9573b') +
        stroke('M410 400H560L590 640H380ZM440 400C440 290 530 290 530 400', ink, 7) +
        rect(610, 300, 64, 150, '#f2cf74', { rx: 10, stroke: ink, 'stroke-width': 6 }) +
        rect(616, 262, 52, 44, '#fbf6ec', { rx: 8, stroke: ink, 'stroke-width': 6 }) +
        stroke('M642 262V250', ink, 5) +
        word(642, 384, '50', { face: 'sansBold', size: 36, color: ink, align: 'center' }),
    })
  },
}
