import type { RuleKind, UnattributedGroup } from '../../../contract/shop/earning-rules.ts'

const kinds: Record<RuleKind, string> = { 'tracking-id': 'Tracking ID', 'click-ref': 'Sub-id', sku: 'SKU' }

type Named = Pick<UnattributedGroup, 'kind' | 'value'> & Partial<Pick<UnattributedGroup, 'isShared'>>

/** ‘Tracking ID glow-20’. */
export function nameGroup({ kind, value, isShared }: Named): string {
  if (kind === null) return 'Without tracking ID and sub-id'
  return isShared ? `Shared tracking ID ${value}` : `${kinds[kind]} ${value}`
}
