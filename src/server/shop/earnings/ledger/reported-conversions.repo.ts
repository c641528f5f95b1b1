import { type NotNull, sql } from 'kysely'
import { type NetworkName, networkNames } from '../../../../contract/shop/networks.ts'
import { isOneOf } from '../../../platform/db/json-rows.ts'
import type { Db } from '../../../platform/db/schema.ts'

/**
 * A conversion that a postback recorded and the sale of the same network and id are one sale: what the network reports
 * counts, and the conversion only fills in what the report lacks. Its row in the ledger stays.
 */

type SaleKey = { network: string; external_id: string; occurrence: number }
export type ReportedConversion = { conversion: SaleKey; sale: SaleKey }

const PREFIX = 'conversion:'

export const conversionKey = (id: number): SaleKey => ({
  network: 'generic',
  external_id: `${PREFIX}${id}`,
  occurrence: 1,
})

/** The conversions that may be one of some sales, and the sales that may be one of some conversions. */
export async function findReportedConversions(db: Db, keys: readonly SaleKey[]): Promise<ReportedConversion[]> {
  const conversions = keys.filter(({ network, external_id }) => network === 'generic' && external_id.startsWith(PREFIX))
  const ids = conversions
    .map(({ external_id }) => Number(external_id.slice(PREFIX.length)))
    .filter(Number.isSafeInteger)
  const names = await listConversionIds(db, ids)
  const others = keys.filter((key) => key.occurrence === 1 && !conversions.includes(key))
  const wanted = new Set([...names, ...others.map(({ external_id }) => external_id)])
  if (wanted.size === 0) return []
  const rows = await db
    .selectFrom('conversions')
    .innerJoin('conversion_networks', 'conversion_networks.id', 'conversions.network_id')
    .select(['conversions.id', 'conversions.conversion_id', 'conversion_networks.name'])
    .where(isOneOf(db, 'conversions.conversion_id', [...wanted]))
    .orderBy('conversions.id')
    .$narrowType<{ conversion_id: NotNull }>()
    .execute()
  // The first conversion counts where two conversion networks stand for one network of the ledger.
  const pairs = new Map<string, ReportedConversion>()
  for (const { id, conversion_id, name } of rows) {
    const sale = { network: networkOfName(name), external_id: conversion_id, occurrence: 1 }
    const key = `${sale.network} ${sale.external_id}`
    if (!pairs.has(key)) pairs.set(key, { conversion: conversionKey(id), sale })
  }
  return [...pairs.values()]
}

/** Conversions that count in addition to the sale that they are, as earlier versions left them. */
export async function listCountedTwice(db: Db): Promise<SaleKey[]> {
  const rows = await db
    .selectFrom('conversions')
    .innerJoin('conversion_networks', 'conversion_networks.id', 'conversions.network_id')
    .innerJoin('earning_sales as reported', 'reported.external_id', 'conversions.conversion_id')
    .innerJoin('earning_sales as counted', (join) =>
      join
        .on('counted.external_id', '=', sql<string>`${PREFIX} || cast(conversions.id as text)`)
        .on('counted.network', '=', 'generic'),
    )
    .select(['conversions.id', 'conversion_networks.name', 'reported.network'])
    .execute()
  return rows.filter(({ name, network }) => networkOfName(name) === network).map(({ id }) => conversionKey(id))
}

async function listConversionIds(db: Db, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('conversions')
    .select('conversion_id')
    .where(isOneOf(db, 'id', ids))
    .where('network_id', 'is not', null)
    .where('conversion_id', 'is not', null)
    .$narrowType<{ conversion_id: NotNull }>()
    .execute()
  return rows.map(({ conversion_id }) => conversion_id)
}

/** The owner names the networks of postbacks: ‘Awin’, ‘CJ Affiliate’, ‘Impact.com’; any other name is a generic network. */
function networkOfName(name: string): NetworkName {
  const words = name.toLowerCase().split(/[^a-z0-9]+/)
  return networkNames.find((network) => words.includes(network)) ?? 'generic'
}
