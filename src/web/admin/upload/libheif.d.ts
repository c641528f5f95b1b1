declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  export type HeifImage = {
    get_width(): number
    get_height(): number
    is_primary(): boolean
    /** Fills `pixels`, transformed as the file says; calls back with null if it cannot. */
    display(pixels: ImageData, callback: (shown: ImageData | null) => void): void
    free(): void
  }
  const libheif: () => { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } }
  // biome-ignore lint/style/noDefaultExport: as the library has it
  export default libheif
}
