import { randomUUID } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Problem } from '../../../contract/problems.ts'
import { isCurrent } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import type { BlobStorage } from '../storage/blob-storage.ts'
import { listImageKeys } from '../storage/image-keys.repo.ts'
import { type Fault, faultOf } from './faults.ts'

export type Health = {
  /** The machine's fault behind an error, which is remembered; undefined for an error of the program's own. */
  note(error: unknown): Fault | undefined
  /** Whether readers can be answered. */
  isReady(): Promise<boolean>
  /** What is wrong although readers may be answered; empty when all is well. */
  problems(): Promise<Problem[]>
  /** Images whose file has vanished. Looks at every file, so it is for the owner alone. */
  missingImages(): Promise<Problem[]>
}

/** In milliseconds: how long a fault counts that nobody has met again, and how long an answer is taken as still true. */
const REMEMBERED = 10 * 60 * 1000
const STILL_TRUE = 5000
const MEDIA_STILL_TRUE = 60 * 1000
/** Bytes on the disk below which the owner is told. */
const NEARLY_FULL = 200 * 1024 * 1024

export type HealthOptions = {
  db: Db
  dataDir: string | undefined
  media: BlobStorage | undefined
  /** In milliseconds since any moment; not the machine's clock, which may be set back by a day. */
  now?: () => number
}

const sinceStart = () => performance.now()

export function createHealth({ db, dataDir, media, now = sinceStart }: HealthOptions): Health {
  const met = new Map<string, { fault: Fault; at: number }>()
  let lookedAtMedia = Number.NEGATIVE_INFINITY
  let looked: { at: number; problems: Promise<Problem[]> } | undefined

  function note(error: unknown): Fault | undefined {
    const fault = faultOf(error)
    if (fault) met.set(fault.kind, { fault, at: now() })
    return fault
  }

  async function look(): Promise<Problem[]> {
    await lookAtMedia()
    const found = new Map<string, string>()
    for (const { fault, at } of met.values()) if (now() - at < REMEMBERED) found.set(fault.kind, fault.sentence)
    if (dataDir) {
      await tryToWrite(dataDir).catch((error: unknown) => {
        const fault = faultOf(error)
        found.set(fault?.kind ?? 'disk-error', fault?.sentence ?? 'The data folder cannot be used.')
      })
      const left = await bytesLeft(dataDir)
      if (left < NEARLY_FULL && !found.has('disk-full'))
        found.set('nearly-full', `The disk is nearly full: ${Math.floor(left / 1024 / 1024)} MB are left.`)
    }
    return [...found].map(([kind, sentence]) => ({ kind, sentence }))
  }

  /** Far away it is asked, which tells more than what was met: whether it answers by now. */
  async function lookAtMedia(): Promise<void> {
    if (!media || now() - lookedAtMedia < MEDIA_STILL_TRUE) return
    await media.check().then(
      () => {
        lookedAtMedia = now()
        met.delete('media-unreachable')
      },
      (error: unknown) => void note(error),
    )
  }

  return {
    note,
    isReady: () =>
      isCurrent(db).catch((error: unknown) => {
        note(error)
        return false
      }),
    problems() {
      // Anybody may ask as often as they like.
      if (!looked || now() - looked.at > STILL_TRUE) looked = { at: now(), problems: look() }
      return looked.problems
    },
    async missingImages() {
      if (!media) return []
      const keys = await listImageKeys(db)
      const missing = await media.missingSources(keys).catch((error: unknown) => {
        // Where the store does not answer, that is what is wrong.
        if (!note(error)) throw error
        return []
      })
      if (missing.length === 0) return []
      const sentence = `${missing.length === 1 ? 'The file of 1 image is' : `The files of ${missing.length} images are`} missing from the media store: bring them back from a backup.`
      return [{ kind: 'missing-images', sentence }]
    },
  }
}

async function tryToWrite(dataDir: string): Promise<void> {
  const file = path.join(dataDir, `.can-write-${randomUUID()}`)
  try {
    await writeFile(file, 'x'.repeat(4096))
  } finally {
    await rm(file, { force: true })
  }
}

async function bytesLeft(folder: string): Promise<number> {
  const disk = await statfs(folder).catch(() => undefined)
  return disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY
}
