import { faultOf } from '../../platform/health/faults.ts'

/** Why an export has failed, as a sentence for the owner. */
export function exportFailure(error: unknown): string {
  if (faultOf(error)?.kind === 'disk-full') return 'The disk is full: the export has no room. Nothing else has changed.'
  return error instanceof Error ? error.message : String(error)
}
