/** Search engines cut titles and descriptions where they are wider than their lines, in pixels. */
export const TITLE_WIDTH = 580
/** Two lines, less what the last words of the first one leave. */
export const DESCRIPTION_WIDTH = 1160

/** The beginning of a text that fits into a width, cut between two words, with an ellipsis. `measure` returns the width of a text. */
export function cutToWidth(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text
  let [fits, tooLong] = [0, text.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (measure(`${text.slice(0, middle)} …`) <= width) fits = middle
    else tooLong = middle
  }
  const short = text.slice(0, fits)
  const blank = short.lastIndexOf(' ')
  return `${short.slice(0, blank > fits / 2 ? blank : fits).trimEnd()} …`
}

let context: CanvasRenderingContext2D | null | undefined

/** Returns a function that measures the width of a text in a CSS font, in pixels. Without a canvas each character counts as half the font size. */
export function measureIn(size: number): (text: string) => number {
  context ??= document.createElement('canvas').getContext('2d')
  return (text) => {
    if (!context) return (text.length * size) / 2
    context.font = `${size}px Arial, sans-serif`
    return context.measureText(text).width
  }
}
