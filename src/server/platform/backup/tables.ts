import { type BackedUpTable, backedUpTables } from '../db/schema.ts'

export const backedUpNames = Object.keys(backedUpTables) as BackedUpTable[]
