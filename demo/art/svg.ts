/** SVG as strings: the few elements that the drawings are made of. */

export type Attributes = Record<string, string | number | undefined>

export type Point = readonly [x: number, y: number]

function tag(name: string, attributes: Attributes, content?: string): string {
  const list = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? Math.round(value * 1000) / 1000 : value}"`)
    .join('')
  return content === undefined ? `<${name}${list}/>` : `<${name}${list}>${content}</${name}>`
}

export function path(d: string, fill: string, more: Attributes = {}): string {
  return tag('path', { d, fill, ...more })
}

/** An open line with round ends. */
export function stroke(d: string, color: string, width: number, more: Attributes = {}): string {
  return tag('path', {
    d,
    fill: 'none',
    stroke: color,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  })
}

export function circle(cx: number, cy: number, r: number, fill: string, more: Attributes = {}): string {
  return tag('circle', { cx, cy, r, fill, ...more })
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, fill: string, more: Attributes = {}): string {
  return tag('ellipse', { cx, cy, rx, ry, fill, ...more })
}

export function rect(x: number, y: number, width: number, height: number, fill: string, more: Attributes = {}): string {
  return tag('rect', { x, y, width, height, fill, ...more })
}

function group(content: string, more: Attributes): string {
  return tag('g', more, content)
}

export function at(x: number, y: number, content: string, scale = 1, turn = 0): string {
  return group(content, { transform: `translate(${x} ${y}) rotate(${turn}) scale(${scale})` })
}

export function svgOf(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
}
