export type ShrinkRequest = {
  file: Blob
  isHeif: boolean
  /** Whether the format has transparency. */
  mayBeTransparent: boolean
  /** The limit of the result. */
  bytesMax: number
  /** In pixels. */
  sideMax: number
}

export type ShrinkResponse = { blob: Blob } | { problem: 'undecodable' | 'unsupported' | 'not-loaded' }
