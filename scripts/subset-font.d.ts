/** The part of the untyped package that `subset-fonts.ts` uses; the published types lack `keepFeatures`. */
declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2'
    /** OpenType features by tag; others are dropped with the glyphs that only they use. */
    keepFeatures?: string[]
    noHinting?: boolean
    /** One value pins an axis, a range narrows it. */
    variationAxes?: Record<string, number | { min: number; max: number }>
  }
  function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
  export = subsetFont
}
