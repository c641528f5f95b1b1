import type { EarningImport, ImportState } from '../../../../contract/shop/earning-imports.ts'
import type { Db } from '../../../platform/db/schema.ts'
import type { ImportChanges } from './imports.repo.ts'

export type Work = { db: Db; now: string; timeZone: string; signal: AbortSignal }

/** The state of an import after a step. */
export type NextState = ImportChanges & { state: ImportState }

/**
 * One step of an import, which starts again or continues after a kill. It writes rows and progress and leaves the state as it is;
 * undefined if the import is gone.
 */
export type ImportStep = (work: Work, item: EarningImport) => Promise<NextState | undefined>
