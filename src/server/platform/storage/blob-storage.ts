/** A source as it stands in the store; `size` in bytes. */
export type StoredSource = { key: string; size: number }

/**
 * Where the files of images are kept: for each image, under its key, the source that was uploaded and what was made of it.
 * A store that cannot be used throws `StorageError`; what is not there is undefined or false.
 */
export type BlobStorage = {
  /** A file on this machine's disk that holds `name` of an image. It never changes, but may be gone a while later. */
  find(key: string, name: string): Promise<string | undefined>
  hasSource(key: string): Promise<boolean>
  /** Keeps what `write` puts into the file that it is told: whole or not at all, and for good when this answers. */
  writeSource(key: string, write: WriteFile): Promise<void>
  /** Keeps what was made of an image and answers its file; undefined where the image was removed meanwhile. */
  writeVariant(key: string, name: string, write: WriteFile): Promise<string | undefined>
  /** Removes all files of an image. */
  remove(key: string): Promise<void>
  /** Removes what a process that was killed left half written: unfinished files from before `before`. */
  removeUnfinished(before: Date, signal?: AbortSignal): Promise<void>
  /** Every source, in the order of the keys. */
  listSources(): Promise<StoredSource[]>
  /** A file that holds a source and stays as long as `folder`: one of the store's own, or a copy in `folder`. */
  copySource(key: string, folder: string): Promise<string | undefined>
  /** Those of `keys` that have no source. What is far away may be told as it was some minutes ago. */
  missingSources(keys: string[]): Promise<string[]>
  /** Throws `StorageError` where the store cannot be used. */
  check(): Promise<void>
}

export type WriteFile = (file: string) => Promise<unknown>

/** The name of what an image is made from. It is never served. */
export const SOURCE = 'source'

/** A store that cannot be used now, as a sentence for the owner. */
export class StorageError extends Error {
  /** One that does not answer may do so in a moment; one that refuses has to be mended. */
  readonly kind: 'media-unreachable' | 'media-refused'

  constructor(kind: StorageError['kind'], reason: string, options?: ErrorOptions) {
    super(
      kind === 'media-unreachable'
        ? `The media store does not answer (${reason}): no image can be saved, and only those at hand are shown. Please try again in a moment.`
        : `The media store refuses the site (${reason}): images cannot be read or saved. Please check MEDIA_URL and its keys.`,
      options,
    )
    this.kind = kind
  }
}
