import { isDeadlock, isForeignKeyViolation } from '../../platform/db/errors.ts'
import { createKeysWithResponses, findIdempotencyKeys } from '../../platform/db/idempotency-keys.ts'
import { runTransaction } from '../../platform/db/retries.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { badRequest } from '../../platform/http/errors.ts'
import { type Click, createClicks, knowsIds } from './clicks.repo.ts'

export type ClickIntake = {
  /**
   * Resolves when the click is committed; to the earlier response, with nothing written, if its key was used before.
   * Throws 400 for an unknown product or post, and the database's error if nothing was written.
   */
  record(click: Click, key?: ClickKey): Promise<StoredResponse | undefined>
  /** Writes the waiting clicks. Call it before the database closes. */
  close(): Promise<void>
}

type ClickKey = { key: string; requestHash: string }
type StoredResponse = Row<'idempotency_keys'>

/** How long the first click of a group waits for others. */
const COLLECT_MS = 5
/** Most clicks of a group, which is one transaction: other writers wait for it. */
const GROUP_MAX = 500

type Waiting = {
  click: Click
  key: ClickKey | undefined
  resolve(earlier?: StoredResponse): void
  reject(error: unknown): void
}

/**
 * Group commit: collects the clicks of this process for a few milliseconds and writes them in one transaction. A click
 * is acknowledged after the commit of its group. Safe for several processes on one database.
 */
export function createClickIntake(db: Db): ClickIntake {
  let waiting: Waiting[] = []
  let writing: Promise<void> | undefined
  let isClosing = false
  let hurry = () => {}

  async function collect(): Promise<void> {
    if (isClosing || waiting.length >= GROUP_MAX) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, COLLECT_MS)
      hurry = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      await collect()
      const { group, rest } = nextGroup(waiting)
      waiting = rest
      await write(db, group)
    }
    writing = undefined
  }

  return {
    record: (click, key) =>
      new Promise((resolve, reject) => {
        waiting.push({ click, key, resolve, reject })
        if (waiting.length >= GROUP_MAX) hurry()
        writing ??= writeAll()
      }),
    async close() {
      isClosing = true
      hurry()
      await writing
    },
  }
}

/** A key is in a group once: its repetition waits for the next group, which finds the stored response. */
function nextGroup(waiting: Waiting[]): { group: Waiting[]; rest: Waiting[] } {
  const group: Waiting[] = []
  const rest: Waiting[] = []
  const keys = new Set<string>()
  for (const one of waiting) {
    const isNext = group.length < GROUP_MAX && !(one.key && keys.has(one.key.key))
    if (one.key) keys.add(one.key.key)
    ;(isNext ? group : rest).push(one)
  }
  return { group, rest }
}

/** Settles each click of a group; never throws. */
async function write(db: Db, group: Waiting[]): Promise<void> {
  let open = group
  try {
    // Before the transaction, to keep it short.
    const isKnown = await knowsIds(db, clicksOf(group))
    const unknown = group.filter(({ click }) => !isKnown(click))
    if (unknown.length > 0) await rejectUnknown(db, unknown)
    open = group.filter(({ click }) => isKnown(click))
    if (open.length > 0) await store(db, open)
  } catch (error) {
    // Only a certain rollback is tried again: after a lost connection a click could count twice.
    const isRolledBack = isForeignKeyViolation(error) || isDeadlock(error)
    if (isRolledBack && group.length > 1) for (const one of open) await write(db, [one])
    else for (const one of open) one.reject(isForeignKeyViolation(error) ? noSuchRow() : error)
  }
}

/** Rejects clicks on unknown rows, except repetitions of a request that succeeded. */
async function rejectUnknown(db: Db, unknown: Waiting[]): Promise<void> {
  const earlier = await findIdempotencyKeys(db, keysOf(unknown))
  for (const one of unknown) {
    const response = one.key && earlier.get(one.key.key)
    if (response) one.resolve(response)
    else one.reject(noSuchRow())
  }
}

async function store(db: Db, known: Waiting[]): Promise<void> {
  const keyed = known.flatMap(({ key }) => (key ? [{ ...key, status: 202, body: '{}' }] : []))
  const insert = async (transaction: Db) => {
    const used = await createKeysWithResponses(transaction, keyed)
    const fresh = known.filter(({ key }) => !key || !used.has(key.key))
    if (fresh.length > 0) await createClicks(transaction, clicksOf(fresh))
    return used
  }
  const earlier = await runTransaction(db, insert, { isIdempotent: keyed.length === known.length })
  for (const { key, resolve } of known) resolve(key && earlier.get(key.key))
}

const clicksOf = (group: Waiting[]) => group.map(({ click }) => click)
const keysOf = (group: Waiting[]) => group.flatMap(({ key }) => (key ? [key.key] : []))
const noSuchRow = () => badRequest('There is no such product or post')
