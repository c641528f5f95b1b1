/** Faces in ink line with a wash, from the front and in profile; the origin is between the eyes. */
import { mix } from '../palette.ts'
import { circle, ellipse, group, path, stroke } from '../svg.ts'

export type Person = { skin: string; hair: string; ink: string; top: string }

const faceOutline =
  'M-204 -130C-216 10 -192 130 -152 204C-112 276 -52 322 0 323C52 322 112 276 152 204C192 130 216 10 204 -130'
const neckOutline =
  'M-96 268C-92 340 -100 384 -132 408C-210 446 -330 452 -400 560L400 560C330 452 210 446 132 408C100 384 92 340 96 268'

/** Hair pulled back, bare shoulders: a face to point at. */
export function faceFront({ skin, hair, ink, top }: Person, width = 7): string {
  const blush = mix(skin, '#d8644e', 0.28)
  return [
    path(
      'M-214 -60C-262 -270 -150 -392 0 -392C150 -392 262 -270 214 -60C206 -150 150 -232 0 -236C-150 -232 -206 -150 -214 -60Z',
      hair,
    ),
    ellipse(0, -398, 96, 82, hair),
    path(neckOutline, skin),
    path('M-96 268C-60 330 60 330 96 268L92 330C50 372 -50 372 -92 330Z', mix(skin, '#7a3f2a', 0.2)),
    path('M-400 560C-340 470 -250 452 -180 430C-130 500 130 500 180 430C250 452 340 470 400 560Z', top),
    ear(-1, skin, ink, width),
    ear(1, skin, ink, width),
    path(`${faceOutline}C196 -214 110 -262 0 -262C-110 -262 -196 -214 -204 -130Z`, skin),
    ellipse(-112, 92, 54, 36, blush, { 'fill-opacity': 0.5 }),
    ellipse(112, 92, 54, 36, blush, { 'fill-opacity': 0.5 }),
    stroke(faceOutline, ink, width),
    stroke('M-204 -130C-190 -216 -110 -262 0 -262C110 -262 190 -216 204 -130', ink, width * 0.8),
    stroke(
      'M-70 -256C-60 -320 -30 -350 0 -392M70 -256C60 -320 30 -350 0 -392',
      mix(hair, '#ffffff', 0.25),
      width * 0.6,
    ),
    stroke(
      'M-96 276C-92 340 -100 384 -132 408C-210 446 -330 452 -400 560M96 276C92 340 100 384 132 408C210 446 330 452 400 560',
      ink,
      width,
    ),
    stroke('M-180 430C-130 500 130 500 180 430', ink, width),
    eye(-1, ink, hair, width),
    eye(1, ink, hair, width),
    nose(ink, width),
    mouth(ink, mix(skin, '#b4473c', 0.5), width),
  ].join('')
}

export function eye(side: 1 | -1, ink: string, hair: string, width: number, iris = '#5b3a26'): string {
  return group(
    [
      stroke('M48 -72C80 -98 124 -98 160 -68', mix(hair, ink, 0.4), width * 1.5),
      path('M50 -4C72 -38 128 -44 152 -8C128 12 78 14 50 -4Z', '#fffaf3'),
      circle(102, -14, 21, iris),
      circle(102, -14, 10, '#1d1512'),
      circle(109, -21, 5, '#ffffff'),
      stroke('M50 -4C72 -38 128 -44 152 -8L166 -20', ink, width),
      stroke('M66 4C90 16 124 14 146 0', ink, width * 0.45),
      stroke('M60 -34C84 -56 126 -58 150 -36', ink, width * 0.4),
    ].join(''),
    { transform: `scale(${side} 1)` },
  )
}

export function nose(ink: string, width: number): string {
  return (
    stroke('M26 -30C20 20 40 62 42 88C44 108 24 112 14 106', ink, width * 0.8) +
    stroke('M-38 96C-44 108 -30 116 -20 108M-12 114C-4 120 4 120 10 116', ink, width * 0.8)
  )
}

function mouth(ink: string, lips: string, width: number): string {
  return (
    path('M-72 196C-44 184 -20 168 0 180C20 168 44 184 72 196C44 234 -44 234 -72 196Z', lips) +
    stroke('M-78 194C-44 200 -20 194 0 200C20 194 44 200 78 194', ink, width * 0.8) +
    stroke('M-30 240C-10 246 10 246 30 240', ink, width * 0.5)
  )
}

function ear(side: 1 | -1, skin: string, ink: string, width: number): string {
  const shell = 'M200 -40C236 -70 256 -30 244 16C236 52 222 84 196 78'
  return group(
    path(`${shell}Z`, skin) + stroke(shell, ink, width) + stroke('M212 -22C234 -30 232 8 214 36', ink, width * 0.6),
    {
      transform: `scale(${side} 1)`,
    },
  )
}

const profileOutline =
  'M-96 -300C-138 -250 -150 -200 -146 -150C-144 -120 -150 -104 -146 -84C-158 -40 -196 18 -208 52C-212 74 -184 82 -164 84C-160 100 -182 108 -184 124C-184 136 -168 138 -160 141C-174 148 -180 162 -170 176C-162 184 -150 184 -148 196C-156 214 -160 230 -154 252C-142 294 -92 304 -44 290'

/** Facing left. */
export function faceProfile({ skin, hair, ink, top }: Person, width = 7): string {
  return [
    path(
      'M-104 -300C-60 -410 130 -430 220 -320C300 -220 290 -60 236 40C220 80 190 110 170 90C150 0 120 -60 60 -120C0 -180 -60 -220 -104 -300Z',
      hair,
    ),
    ellipse(250, -250, 88, 84, hair),
    path(
      `${profileOutline}C-30 340 -30 400 -60 470L260 560C210 440 170 300 180 90C150 0 120 -60 60 -120C0 -180 -60 -220 -96 -300Z`,
      skin,
    ),
    path('M-90 452C-20 500 130 500 232 430C300 450 360 500 380 570L-190 570C-180 510 -140 470 -90 452Z', top),
    stroke(profileOutline, ink, width),
    stroke('M-44 290C-30 340 -34 400 -62 458M184 120C176 260 190 360 232 430', ink, width),
    stroke('M-104 -300C-60 -220 0 -180 60 -120C90 -90 112 -50 124 -20', ink, width * 0.7),
    path(
      'M120 -20C110 -50 160 -66 176 -30C190 10 168 60 140 84C122 96 112 76 120 52C128 30 128 4 120 -20Z',
      mix(skin, '#d8644e', 0.15),
    ),
    stroke('M120 -20C110 -50 160 -66 176 -30C190 10 168 60 140 84C122 96 112 76 120 52', ink, width * 0.9),
    stroke('M136 -16C150 -34 164 -10 154 20C148 40 138 52 134 64', ink, width * 0.6),
    stroke('M-126 -96C-100 -122 -60 -122 -24 -96', mix(hair, ink, 0.4), width * 1.6),
    stroke('M-128 -24C-104 -46 -70 -44 -48 -20M-122 -24C-112 -12 -92 -6 -76 -10', ink, width),
    ellipse(-102, -22, 13, 17, '#4a2f20'),
    stroke('M-174 70C-160 56 -146 66 -150 82', ink, width * 0.8),
    path(
      'M-160 141C-182 136 -186 120 -166 110C-150 118 -128 128 -110 140C-130 160 -160 180 -172 172C-178 160 -172 148 -160 141Z',
      mix(skin, '#b4473c', 0.45),
    ),
    stroke('M-160 141C-142 138 -126 140 -110 140', ink, width * 0.8),
    ellipse(-40, 70, 66, 42, mix(skin, '#d8644e', 0.3), { 'fill-opacity': 0.45 }),
  ].join('')
}
