import * as contract from '../../../contract/app/demo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { HttpError } from '../../platform/http/errors.ts'
import type { BlobStorage } from '../../platform/storage/blob-storage.ts'
import { readDemoContent, UNDO_MS } from './demo-content.repo.ts'
import { findRemoval, hasDemoRows } from './demo-rows.repo.ts'
import { removeDemo } from './remove-demo.ts'
import { restoreDemo } from './restore-demo.ts'

/** Stores the files of the demo. Resolves with a function that adds its rows in a transaction. */
export type PrepareDemo = (options: { media: BlobStorage; today: Date }) => Promise<(db: Db) => Promise<void>>

type DemoOptions = { media: BlobStorage | undefined; prepareDemo: PrepareDemo | undefined }

export function demoRoutes(options: DemoOptions) {
  return [
    bind(contract.findDemo, async ({ db, now }) => ({ body: await readDemoContent(db, now) })),
    bindStaged(contract.addDemo, async ({ db, now, transact }) => {
      const canRestore = await canUndo(db, now)
      // The files come first: without their rows they do no harm.
      const write = canRestore ? undefined : await prepareRows(db, options, now)
      return transact({}, async (transaction) => {
        if (await canUndo(transaction, now)) await restoreDemo(transaction, now)
        else if (write && !(await hasDemoRows(transaction))) await write(transaction)
        return { body: await readDemoContent(transaction, now) }
      })
    }),
    bind(contract.removeDemo, async ({ db, query, now }) => {
      await removeDemo(db, { removesEdited: query.edited === 'remove', now })
      return { body: await readDemoContent(db, now) }
    }),
    bind(contract.undoDemoRemoval, async ({ db, now }) => {
      if (await canUndo(db, now)) await restoreDemo(db, now)
      return { body: await readDemoContent(db, now) }
    }),
  ]
}

/** Undefined if the demo is there already. */
async function prepareRows(db: Db, { media, prepareDemo }: DemoOptions, now: string) {
  if (!media || !prepareDemo) throw new HttpError(409, 'This installation comes without demo content.')
  return (await hasDemoRows(db)) ? undefined : prepareDemo({ media, today: new Date(now) })
}

async function canUndo(db: Db, now: string): Promise<boolean> {
  const removedAt = await findRemoval(db)
  return removedAt !== undefined && Date.parse(now) < Date.parse(removedAt) + UNDO_MS
}
