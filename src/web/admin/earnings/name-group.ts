import type { RuleKind, UnattributedGroup } from '../../../contract/earnings.ts'

const kinds: Record<RuleKind, string> = { 'tracking-id': 'Tracking ID', 'click-ref': 'Sub-id', sku: 'SKU' }

/** ‘Tracking ID glow-20’. */
export function nameGroup({ kind, value }: Pick<UnattributedGroup, 'kind' | 'value'>): string {
  return kind === null ? 'Without tracking ID and sub-id' : `${kinds[kind]} ${value}`
}
