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

export function group(content: string, more: Attributes): string {
  return tag('g', more, content)
}

export function at(x: number, y: number, content: string, scale = 1, turn = 0): string {
  return group(content, { transform: `translate(${x} ${y}) rotate(${turn}) scale(${scale})` })
}

/** A curve through points; an unclosed one starts and ends at its first and last. */
export function through(points: readonly Point[], closed = false): string {
  const count = points.length
  const point = (i: number): Point =>
    points[closed ? (i + count) % count : Math.min(count - 1, Math.max(0, i))] ?? [0, 0]
  let d = `M${pair(point(0))}`
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [before, from, to, after] = [point(i - 1), point(i), point(i + 1), point(i + 2)]
    const first: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const second: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    d += `C${pair(first)} ${pair(second)} ${pair(to)}`
  }
  return closed ? `${d}Z` : d
}

export function svgOf(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
}

function pair([x, y]: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`
}
