import { ink } from '../palette.ts'
import type { Picture } from '../picture.ts'
import { rect } from '../svg.ts'
import { type TypeStyle, word } from '../type/set-type.ts'

/** Weight of every ink line of a diagram. */
export const LINE = 6

type Parts = Pick<Picture, 'placed' | 'over' | 'ground' | 'light'> & { sheet?: string }

/** 1200 x 800 on a plain tone. */
export function page(tone: string, { sheet = '', ...parts }: Parts): Picture {
  return { width: 1200, height: 800, sheet: rect(0, 0, 1200, 800, tone) + sheet, ...parts }
}

/** A caption below a thing. */
export function caption(x: number, y: number, text: string, more: Partial<TypeStyle> = {}): string {
  return word(x, y, text, { face: 'sans', size: 33, color: ink, align: 'center', ...more })
}

/** The title of a diagram. */
export function heading(x: number, y: number, text: string, more: Partial<TypeStyle> = {}): string {
  return word(x, y, text, { face: 'serifItalic', size: 50, color: ink, ...more })
}
