import type { OwnerImage } from '../../../contract/content/images.ts'
import { messageOf } from '../kit/server-errors.ts'

/** A picture on another site. */
export type PictureElsewhere = { src: string; alt: string }

type PictureCopy =
  | { state: 'waiting' | 'copying' }
  | { state: 'done'; image: OwnerImage }
  /** With the reason as a sentence. */
  | { state: 'failed'; error: string }

export type PictureCopies = {
  /** Copies pictures to the library: each address once, unless it failed. Those over the limit are left. */
  copy(pictures: PictureElsewhere[]): void
  find(src: string): PictureCopy | undefined
  /** Grows with each change. */
  version(): number
  /** Calls `listener` after each change; returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void
}

/** Requests at a time. */
const PARALLEL = 2
/** Pictures that wait or are being copied. */
const WAITING_MAX = 100

/** The copies of this page; a copy that is cut off leaves the picture where it was, and the library has no file twice. */
export function createPictureCopies(send: (picture: PictureElsewhere) => Promise<OwnerImage>): PictureCopies {
  const copies = new Map<string, PictureCopy>()
  const listeners = new Set<() => void>()
  const waiting: PictureElsewhere[] = []
  let sending = 0
  let version = 0

  function change(src: string, copy: PictureCopy): void {
    copies.set(src, copy)
    version += 1
    for (const listener of listeners) listener()
  }

  async function work(): Promise<void> {
    if (sending >= PARALLEL) return
    const picture = waiting.shift()
    if (!picture) return
    sending += 1
    change(picture.src, { state: 'copying' })
    const result = await send(picture).then(
      (image): PictureCopy => ({ state: 'done', image }),
      (error: unknown): PictureCopy => ({ state: 'failed', error: messageOf(error) }),
    )
    sending -= 1
    change(picture.src, result)
    void work()
  }

  return {
    copy(pictures) {
      for (const picture of pictures) {
        const state = copies.get(picture.src)?.state
        if ((state !== undefined && state !== 'failed') || waiting.length >= WAITING_MAX) continue
        waiting.push(picture)
        change(picture.src, { state: 'waiting' })
        void work()
      }
    },
    find: (src) => copies.get(src),
    version: () => version,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
