import { AMAZON_DISCLOSURE, type NetworkName } from '../../src/contract/shop/networks.ts'
import type { ShopHost } from './product-facts.ts'

export type DemoProgram = {
  network: NetworkName
  key: string
  name: string
  host: ShopHost
  /** How the network numbers its sales. */
  prefix: string
  skuPrefix: string
  trackingIds: string[]
  allowsSubIds: boolean
  disclosure: string
}

/** The tracking ID that links of the demo carry. */
export const SHARED_TRACKING_ID = 'dewlight-20'

/** The programs of the invented shops. */
export const demoPrograms: DemoProgram[] = [
  {
    network: 'impact',
    key: '4471',
    name: 'Old Mill Apothecary',
    host: 'apothecary.example',
    prefix: '4471.',
    skuPrefix: 'OMA-',
    trackingIds: [],
    allowsSubIds: true,
    disclosure: '',
  },
  {
    network: 'amazon',
    key: 'amazon.com',
    name: 'Petal Market at Amazon',
    host: 'beauty.example',
    prefix: 'demo-',
    skuPrefix: 'B0PM',
    trackingIds: [
      SHARED_TRACKING_ID,
      'dewlight-guide-20',
      'dewlight-topic-20',
      ...['dewlight-01-20', 'dewlight-02-20', 'dewlight-03-20'],
    ],
    allowsSubIds: false,
    disclosure: AMAZON_DISCLOSURE,
  },
  {
    network: 'awin',
    key: '84110',
    name: 'Shelf & Sink',
    host: 'shop.example',
    prefix: '9',
    skuPrefix: 'SS-',
    trackingIds: [],
    // Its links carry a sub-id of their own.
    allowsSubIds: false,
    disclosure: '',
  },
]
