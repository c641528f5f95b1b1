import type { Db } from '../db/schema.ts'
import type { VariantMaker } from './image-variants.ts'
import { listImageWidths } from './images.repo.ts'

/** Makes the widths that pages show before a reader asks, one after the other; what a reader asks for goes first. */
export async function makeVariantsAhead(db: Db, variants: VariantMaker, signal: AbortSignal): Promise<void> {
  for (const { key, widths } of await listImageWidths(db)) {
    for (const width of widths) {
      if (signal.aborted) return
      await variants.make(key, width, 'avif', { isAhead: true })
    }
  }
}
