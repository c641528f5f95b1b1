import { ear } from '../line/ear.ts'
import { forearm } from '../line/forearm.ts'
import { ink, skins } from '../palette.ts'
import type { Picture } from '../picture.ts'
import { at, ellipse, group, path, rect, stroke } from '../svg.ts'
import { lines, word } from '../type/set-type.ts'
import { cover } from './cover.ts'

export const bodyCovers: Record<string, () => Picture> = {
  'how-to-wash-your-face': () => {
    const skin = skins[2]
    const cup = (side: 1 | -1) =>
      group(
        path(
          'M0 330C-90 330 -190 290 -250 190C-330 60 -372 -60 -372 -150C-372 -206 -316 -214 -300 -160L-276 -60C-300 -160 -296 -240 -270 -262C-236 -286 -206 -262 -202 -220L-186 -70C-196 -190 -186 -286 -152 -300C-116 -312 -92 -288 -92 -246L-88 -70C-92 -190 -70 -270 -40 -274C-14 -276 0 -254 0 -220Z',
          skin,
        ) +
          stroke(
            'M0 330C-90 330 -190 290 -250 190C-330 60 -372 -60 -372 -150C-372 -206 -316 -214 -300 -160L-276 -60C-300 -160 -296 -240 -270 -262C-236 -286 -206 -262 -202 -220L-186 -70C-196 -190 -186 -286 -152 -300C-116 -312 -92 -288 -92 -246L-88 -70C-92 -190 -70 -270 -40 -274C-14 -276 0 -254 0 -220V20',
            ink,
            8,
          ) +
          stroke('M-250 190C-300 300 -360 420 -400 620M-110 328C-130 420 -150 520 -160 620', ink, 8),
        { transform: `scale(${side} 1)` },
      )
    const arm = (side: 1 | -1) =>
      group(path('M-250 190C-300 300 -360 420 -400 620H-160C-150 520 -130 420 -90 300Z', skin), {
        transform: `scale(${side} 1)`,
      })
    const water =
      path('M-238 60C-170 10 170 10 238 60C220 190 120 262 0 264C-120 262 -220 190 -238 60Z', '#8fc1cf') +
      ellipse(0, 62, 238, 46, '#b7dbe2') +
      stroke('M-150 60C-90 40 -20 82 40 62M60 74C100 60 140 72 170 66', '#ffffff', 7) +
      stroke('M-238 60C-220 190 -120 262 0 264C120 262 220 190 238 60', ink, 6)
    const drops = [
      [-40, 360, 1],
      [60, 420, 1.3],
      [-10, 500, 0.9],
      [120, 350, 0.7],
    ].map(([x = 0, y = 0, s = 1]) =>
      at(
        x,
        y,
        path('M0 -34C18 -6 22 4 22 14A22 22 0 0 1 -22 14C-22 4 -18 -6 0 -34Z', '#8fc1cf') +
          stroke('M0 -34C18 -6 22 4 22 14A22 22 0 0 1 -22 14C-22 4 -18 -6 0 -34Z', ink, 5),
        s,
      ),
    )
    return cover('#f0d7c4', { over: at(800, 470, arm(1) + arm(-1) + cup(1) + cup(-1) + water + drops.join(''), 1.1) })
  },

  'how-to-patch-test': () =>
    cover('#e8b7a0', {
      over:
        at(400, 560, ear(skins[1], ink, 9), 1.42) +
        at(
          240,
          740,
          group(
            rect(-74, -52, 148, 104, '#fff6e4', { rx: 26 }) +
              rect(-74, -52, 148, 104, 'none', { rx: 26, stroke: ink, 'stroke-width': 7 }) +
              rect(-34, -30, 68, 60, '#d4654a', { rx: 10 }),
            {},
          ),
          1,
          66,
        ) +
        rect(800, 0, 800, 1067, '#f1dfcc') +
        at(1270, 640, forearm(skins[3], ink), 1.05, 0) +
        word(440, 1010, 'Behind the ear', { face: 'serifItalic', size: 52, color: ink }) +
        lines(830, 946, ['Inside', 'the arm'], { face: 'serifItalic', size: 52, color: ink }, 1.22),
    }),
}
