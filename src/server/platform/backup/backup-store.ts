/** Where finished backups are kept. Throws `StorageError` if a remote one is unavailable. */
export type BackupStore = {
  /** A folder or a URL without credentials, for messages. */
  place: string
  /** A local folder for unfinished archives. */
  workDir: string
  /** All files with the name of a backup, newest first; sizes in bytes. */
  list(): Promise<StoredBackup[]>
  /** Takes over a complete, verified archive of `workDir`; it is listed once it is stored as a whole. */
  add(archive: string, name: string, signal?: AbortSignal): Promise<void>
  /** Undefined if it does not exist. Nothing is opened before the first chunk, which a HEAD request never reads. */
  read(name: string): Promise<{ content: AsyncIterable<Buffer<ArrayBuffer>>; size: number } | undefined>
  /** The file of a backup that is on this machine. */
  localFile(name: string): Promise<string | undefined>
  /** False if it does not exist. */
  remove(name: string): Promise<boolean>
  /** Deletes what was started before `before` and not finished. */
  removeUnfinished(before: Date): Promise<void>
  /** The list of erasures that is kept next to the backups; undefined before the first one. */
  readErasures(): Promise<string | undefined>
  writeErasures(list: string): Promise<void>
  /** Throws `StorageError` if a remote one is unavailable. */
  check(): Promise<void>
}

export type StoredBackup = { name: string; size: number }
