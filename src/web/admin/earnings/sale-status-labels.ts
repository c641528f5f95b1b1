import type { SaleEvent } from '../../../contract/shop/sale-events.ts'

export const saleStatusLabels: Record<SaleEvent['status'], string> = {
  pending: 'Pending',
  approved: 'Approved',
  paid: 'Paid',
  reversed: 'Reversed',
  void: 'Deleted',
}
