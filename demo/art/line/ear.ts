import { mix } from '../palette.ts'
import { path, stroke } from '../svg.ts'

/** An ear with the jaw below it and the hairline behind; the origin is its middle. */
export function ear(skin: string, ink: string, width: number): string {
  const shell =
    'M60 110C40 160 20 210 -24 214C-66 214 -72 160 -80 110C-96 40 -150 -20 -146 -110C-142 -200 -70 -250 10 -240C90 -230 130 -160 110 -84C98 -40 74 -10 66 30'
  const deep = mix(skin, '#9a4a34', 0.28)
  return [
    path('M-420 -420H420V420H-60C-120 330 -260 250 -420 210Z', skin),
    path(
      'M-420 -420H-20C-130 -360 -200 -280 -216 -160C-226 -60 -190 40 -150 120C-170 180 -190 230 -260 300L-420 220Z',
      '#3f2c22',
    ),
    stroke('M-20 -420C-130 -360 -200 -280 -216 -160C-226 -60 -190 40 -150 120', '#3f2c22', width * 2),
    path(`${shell}Z`, mix(skin, '#fff0e2', 0.25)),
    path('M60 30C20 40 -10 20 -30 -20C-50 -70 -20 -110 20 -96C44 -86 46 -50 30 -30C40 -10 56 10 60 30Z', deep),
    stroke(shell, ink, width),
    stroke('M-108 -60C-120 -150 -60 -206 10 -200C66 -194 88 -140 72 -90', ink, width * 0.7),
    stroke('M-60 90C-86 20 -100 -40 -70 -100C-50 -140 0 -156 34 -128', ink, width * 0.7),
    stroke('M60 30C20 40 -10 20 -30 -20C-50 -70 -20 -110 20 -96', ink, width * 0.8),
    stroke('M66 30C50 20 44 0 58 -14', ink, width * 0.8),
    stroke('M-24 214C20 300 60 360 120 420', ink, width * 0.7),
  ].join('')
}
