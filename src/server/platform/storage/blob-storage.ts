/** `size` in bytes. */
export type StoredSource = { key: string; size: number }

/**
 * Storage of image files by key: the source and its variants. Throws `StorageError` if unavailable; missing files are
 * undefined or false.
 */
export type BlobStorage = {
  /** A local file with `name` of an image. Immutable, but may be evicted. */
  find(key: string, name: string): Promise<string | undefined>
  hasSource(key: string): Promise<boolean>
  /** Stores the file that `write` fills, atomically and durably. */
  writeSource(key: string, write: WriteFile): Promise<void>
  /** Stores a variant and returns its file; undefined if the image was deleted meanwhile. */
  writeVariant(key: string, name: string, write: WriteFile): Promise<string | undefined>
  /** Deletes all files of an image. */
  remove(key: string): Promise<void>
  /** Deletes unfinished files of killed processes from before `before`. */
  removeUnfinished(before: Date, signal?: AbortSignal): Promise<void>
  /** All sources by key. */
  listSources(): Promise<StoredSource[]>
  /** A local file of a source that exists as long as `folder`: one of the storage, or a copy in `folder`. */
  copySource(key: string, folder: string): Promise<string | undefined>
  /** The keys without a source. Remote storage may return a cached result. */
  missingSources(keys: string[]): Promise<string[]>
  /** Throws `StorageError` if the storage is unavailable. */
  check(): Promise<void>
}

export type WriteFile = (file: string) => Promise<unknown>

/** The file name of sources, which are never served. */
export const SOURCE = 'source'

/** Names the content: the images, or the backups. */
export type StoreName = 'media' | 'backups'

type StorageErrorKind = `${StoreName}-${'unreachable' | 'refused'}`

const sentences: Record<StorageErrorKind, (reason: string) => string> = {
  'media-unreachable': (reason) =>
    `The media store does not answer (${reason}): no image can be saved, and only those at hand are shown. Please try again in a moment.`,
  'media-refused': (reason) =>
    `The media store refuses the site (${reason}): images cannot be read or saved. Please check MEDIA_URL and its keys.`,
  'backups-unreachable': (reason) =>
    `The backup store does not answer (${reason}): backups cannot be listed, made or read. Please try again in a moment.`,
  'backups-refused': (reason) =>
    `The backup store refuses the site (${reason}): backups cannot be listed, made or read. Please check BACKUP_URL, else MEDIA_URL, and the keys.`,
}

/** An unavailable storage; the message is for the owner. */
export class StorageError extends Error {
  readonly kind: StorageErrorKind
  /** False for timeouts, true for rejections such as wrong credentials. */
  readonly isRefusal: boolean

  constructor(kind: StorageErrorKind, reason: string, options?: ErrorOptions) {
    super(sentences[kind](reason), options)
    this.kind = kind
    this.isRefusal = kind.endsWith('-refused')
  }
}
