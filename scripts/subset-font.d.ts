/** The used part of the API; the package has no types, and those of DefinitelyTyped lack `keepFeatures`. */
declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2' | 'sfnt'
    /** OpenType features by their tags; all others are dropped with the glyphs that only they use. */
    keepFeatures?: string[]
    noHinting?: boolean
    dropTables?: string[]
    /** One value pins an axis, a range narrows it. */
    variationAxes?: Record<string, number | { min: number; max: number }>
  }
  function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
  export = subsetFont
}
