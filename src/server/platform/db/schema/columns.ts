import type { ColumnType, Generated } from 'kysely'

/**
 * When it was deleted; null while it is there. A deleted row stays for a while, so that deleting can be undone, and no
 * list but the one that restores it may show it.
 */
export type Deletion = ColumnType<string | null, string | null | undefined, string | null>

export type Sum = Generated<number>

export type Flag = ColumnType<boolean | number, boolean, boolean>
export type DefaultedFlag = ColumnType<boolean | number, boolean | undefined, boolean>
