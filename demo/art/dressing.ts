/** Short ways to say how a vessel looks, so that the scenes read like a shot list. */
import { deepen, lighten, type Tint, tints } from './palette.ts'
import { type Look, plainLook } from './vessels.ts'

export function ceramic(color: string, more: Partial<Look> = {}): Look {
  return { ...plainLook, color, ink: deepen(deepen(color, 1), 0.5), ...more }
}

export function glass(liquid: string, more: Partial<Look> = {}): Look {
  return { ...plainLook, color: lighten(liquid, 0.5), liquid, finish: 'glass', label: 'paper', ...more }
}

export function amberGlass(more: Partial<Look> = {}): Look {
  return {
    ...plainLook,
    color: '#a35c22',
    liquid: '#b2611d',
    finish: 'glass',
    label: 'paper',
    cap: '#3f332d',
    ink: '#57402f',
    ...more,
  }
}

export function frosted(liquid: string, more: Partial<Look> = {}): Look {
  return {
    ...plainLook,
    color: tints.frost,
    liquid,
    finish: 'frosted',
    cap: '#f7f1e7',
    ink: deepen(deepen(liquid, 1), 0.3),
    ...more,
  }
}

/** The look that belongs to a tint of the product list. */
export function tinted(tint: Tint, seeThrough: boolean, more: Partial<Look> = {}): Look {
  const color = tints[tint]
  if (tint === 'amber') return seeThrough ? amberGlass(more) : ceramic('#b4733a', more)
  if (tint === 'frost') return frosted('#cfdfe2', more)
  return seeThrough ? glass(color, more) : ceramic(color, more)
}
