/** People as paper cuts: shapes without features. */
import { lay, type Picture } from '../picture.ts'
import type { Placed } from '../relief/paint-relief.ts'
import { rect } from '../svg.ts'
import { cutPaper, roundPath } from './cut-paper.ts'

/** A head with its hair tied back, facing left, in one color; the origin is at the ear. */
export function profile(color: string, x: number, y: number, scale: number): Placed[] {
  const face =
    'M-104 -300C-140 -250 -152 -200 -146 -150C-144 -120 -150 -104 -146 -84C-158 -40 -196 18 -208 52C-212 74 -184 82 -164 84C-160 100 -182 108 -184 124C-184 136 -168 138 -160 141C-174 148 -180 162 -170 176C-162 184 -150 184 -148 196C-156 214 -160 230 -154 252C-142 294 -92 304 -44 290C-30 340 -34 400 -62 450C-90 480 -170 500 -190 570H390C370 500 300 460 240 430C190 360 176 260 190 100L60 -330Z'
  const hair = 'M-112 -296C-60 -410 130 -430 220 -320C300 -220 290 -60 236 40C220 80 190 130 160 130L-40 -120Z'
  const parts = [face, hair, roundPath(262, -262, 92)].map((d) => cutPaper(d, color, 12))
  return lay(parts, { x, y, scale })
}

/** A head from the front with its hair pinned up: hair behind, face and neck, hair in front. */
export function headFront(skin: string, hair: string, top: string, x: number, y: number, scale: number): Placed[] {
  const back =
    'M-222 60C-300 -220 -190 -420 0 -424C190 -420 300 -230 226 60C210 130 -206 130 -222 60ZM-96 -396C-130 -560 130 -560 96 -396Z'
  const neck = 'M-92 250L-100 372C-150 420 -190 430 -230 470H230C190 430 150 420 100 372L92 250Z'
  const face =
    'M-198 -110C-212 20 -190 130 -150 200C-112 272 -56 322 0 322C56 322 112 272 150 200C190 130 212 20 198 -110C180 -240 100 -300 0 -300C-100 -300 -180 -240 -198 -110Z'
  const fringe =
    'M-214 -40C-236 -190 -150 -330 10 -330C150 -330 236 -200 216 -40C196 -120 120 -196 20 -236C-60 -190 -170 -150 -214 -40Z'
  const shoulders = 'M-560 780C-520 560 -380 470 -160 412C-110 500 110 500 160 412C384 470 520 560 560 780Z'
  const layers = [
    [back, hair, 10, 0],
    [neck, skin, 10, 10],
    [face, skin, 10, 24],
    [fringe, hair, 10, 40],
    [shoulders, top, 12, 34],
  ] as const
  return layers.flatMap(([d, color, thickness, lift]) => lay([cutPaper(d, color, thickness)], { x, y, scale, lift }))
}

/** 1200 x 1200: the author, with her round glasses. */
export function authorPortrait(): Picture {
  const [x, y, scale] = [600, 660, 0.94]
  const lens = (cx: number) => roundPath(cx, -4, 92) + roundPath(cx, -4, 76, true)
  const glasses = `${lens(-106)}${lens(106)}M-22 -14C-10 -30 10 -30 22 -14L22 2C10 -14 -10 -14 -22 2Z`
  return {
    width: 1200,
    height: 1200,
    sheet: rect(0, 0, 1200, 1200, '#b9c4a9'),
    placed: [
      ...lay([cutPaper(roundPath(0, 0, 470), '#dbe0cd')], { x: 600, y: 600 }),
      ...headFront('#f0caae', '#93612f', '#c2694a', x, y, scale),
      ...lay([cutPaper(glasses, '#6b3524', 7)], { x, y, scale, lift: 34 }),
    ],
  }
}
