import { mix } from '../palette.ts'
import { path, rect, stroke } from '../svg.ts'

/** The inside of a forearm that comes up from below, with a patch. */
export function forearm(skin: string, ink: string): string {
  const outline =
    'M-240 1000C-214 800 -196 660 -190 520C-180 300 -170 120 -120 -60C-110 -120 -150 -180 -180 -250C-196 -290 -160 -310 -134 -280L-96 -226C-92 -300 -104 -400 -96 -470C-92 -506 -52 -508 -46 -470L-30 -330C-30 -400 -26 -480 -16 -520C-6 -550 34 -548 38 -514L40 -330C50 -400 62 -460 76 -490C92 -516 124 -506 124 -474L106 -310C118 -350 132 -390 146 -410C162 -428 190 -416 184 -386C172 -310 160 -220 140 -150C128 -110 126 -90 132 -50C170 120 196 320 200 520C210 660 226 800 250 1000'
  return (
    path(`${outline}Z`, skin) +
    stroke(outline, ink, 9) +
    stroke('M-110 -70C-40 -50 60 -50 126 -66M-100 -220C-70 -160 -30 -120 -10 -70', mix(skin, ink, 0.6), 5) +
    rect(-60, 190, 130, 130, '#fff6e4', { rx: 22, stroke: ink, 'stroke-width': 8 }) +
    rect(-26, 224, 62, 62, '#d4654a', { rx: 8 })
  )
}
