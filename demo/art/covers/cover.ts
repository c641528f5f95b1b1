import type { Picture } from '../picture.ts'
import { rect } from '../svg.ts'

type Parts = Pick<Picture, 'placed' | 'over' | 'ground' | 'light'> & { sheet?: string }

/** 1600 x 1067 on a plain tone. */
export function cover(tone: string, { sheet = '', ...parts }: Parts): Picture {
  return { width: 1600, height: 1067, sheet: rect(0, 0, 1600, 1067, tone) + sheet, ...parts }
}
