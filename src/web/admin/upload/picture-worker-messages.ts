export type ShrinkRequest = {
  file: Blob
  isHeif: boolean
  /** Whether the format has transparency. */
  mayBeTransparent: boolean
  /** Of the result. */
  bytesMax: number
  /** In pixels. */
  sideMax: number
}

export type ShrinkResponse = { blob: Blob } | { problem: 'undecodable' | 'unsupported' | 'not-loaded' }
