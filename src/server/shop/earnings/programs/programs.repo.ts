import { isDeepStrictEqual } from 'node:util'
import { dayIn } from '../../../../contract/platform/days.ts'
import type { NetworkName } from '../../../../contract/shop/networks.ts'
import { limitsPrices, rulesOf, type StatedRules } from '../../../../contract/shop/program-rules.ts'
import { type MailAnswer, PROGRAMS_MAX, type Program, type ProgramInput } from '../../../../contract/shop/programs.ts'
import { readSettings } from '../../../accounts/settings/settings.repo.ts'
import { lockTable } from '../../../platform/db/advisory-lock.ts'
import { Rejection } from '../../../platform/db/rejection.ts'
import type { Db, Row } from '../../../platform/db/schema.ts'
import type { Change, Saved } from '../../../platform/db/versioned-rows.ts'
import { statedAnswer, toMailColumns, toMailRule } from './mail-answers.ts'
import { createProgramLinks, type ProgramLinks } from './program-links.ts'
import { listAssignments, storeAssignments } from './tracking-ids.repo.ts'
import { listUnpaidHosts } from './unpaid-hosts.repo.ts'

export type { ProgramLinks } from './program-links.ts'

/** The rules of the programs as links and prices of pages follow them. */
export async function readProgramLinks(db: Db, now = new Date()): Promise<ProgramLinks> {
  return toProgramLinks(await readProgramRows(db), now)
}

/** The rows for `toProgramLinks`; unlike its result, they do not depend on the time. */
export async function readProgramRows(db: Db) {
  const [programs, trackingIds, unpaidHosts] = await Promise.all([
    db
      .selectFrom('programs')
      .select(['id', 'network', 'key', 'name', 'hosts', 'sub_id_parameter', 'allows_sub_ids', 'hide_price_hours'])
      .select(['replaces_mail_links', 'disclosure', 'is_edited', 'price_reason', 'rules_read_on', 'mail_answer'])
      .orderBy('id', 'desc')
      .execute(),
    db.selectFrom('program_tracking_ids').select(['program_id', 'tracking_id', 'kind', 'ref_id']).execute(),
    listUnpaidHosts(db),
  ])
  return { programs, trackingIds, unpaidHosts }
}

export function toProgramLinks(rows: Awaited<ReturnType<typeof readProgramRows>>, now = new Date()): ProgramLinks {
  const trackingIds = Map.groupBy(rows.trackingIds, (row) => row.program_id)
  const programs = rows.programs.map((row) => ({
    network: row.network,
    key: row.key,
    name: row.name,
    hosts: parseList(row.hosts),
    subIdParameter: row.sub_id_parameter || null,
    allowsSubIds: Boolean(row.allows_sub_ids),
    ...toStatedRules(row),
    ...toMailRule(row),
    isEdited: Boolean(row.is_edited),
    trackingIds: new Map(
      (trackingIds.get(row.id) ?? []).map(({ kind, ref_id, tracking_id }) => [`${kind} ${ref_id}`, tracking_id]),
    ),
  }))
  return createProgramLinks(programs, now, new Set(rows.unpaidHosts))
}

/** The sentences of the programs that links lead to, or that the owner has saved. */
export async function listStatedSentences(db: Db): Promise<{ network: NetworkName; disclosure: string }[]> {
  const rows = await db
    .selectFrom('programs')
    .select(['network', 'hide_price_hours', 'price_reason', 'disclosure', 'rules_read_on'])
    .where((eb) => eb.or([eb('product_links', '>', 0), eb('post_links', '>', 0), eb('is_edited', '=', true)]))
    .orderBy('disclosure')
    .orderBy('id')
    .execute()
  return rows.flatMap((row) => {
    const { disclosure } = rulesOf(row.network, toStatedRules(row))
    return disclosure ? [{ network: row.network, disclosure }] : []
  })
}

/** The program that a host belongs to because the owner said so. */
export type OwnedHost = Pick<Row<'programs'>, 'network' | 'key'>

/** The hosts of the programs that the owner has saved, without `www.`; a generic program of the host itself comes first. */
export async function listOwnedHosts(db: Db): Promise<Map<string, OwnedHost>> {
  const rows = await db
    .selectFrom('programs')
    .select(['network', 'key', 'hosts'])
    .where('is_edited', '=', true)
    .orderBy('id', 'desc')
    .execute()
  const owned = rows.flatMap(({ network, key, hosts }) =>
    parseList(hosts).map((host) => [host.replace(/^www\./, ''), { network, key }] as const),
  )
  const own = rows.flatMap(({ network, key }) => (network === 'generic' ? [[key, { network, key }] as const] : []))
  return new Map([...owned, ...own])
}

/** The tracking IDs that the owner has entered, by network and key; those that only links tell are not hers for certain. */
export async function listOwnTrackingIds(db: Db): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('programs')
    .select(['id', 'network', 'key', 'tracking_ids'])
    .where('is_edited', '=', true)
    .execute()
  const given = await db.selectFrom('program_tracking_ids').select(['program_id', 'tracking_id']).execute()
  const byProgram = Map.groupBy(given, ({ program_id }) => program_id)
  return new Map(
    rows.map(({ id, network, key, tracking_ids }) => [
      `${network} ${key}`,
      [...parseList(tracking_ids), ...(byProgram.get(id) ?? []).map(({ tracking_id }) => tracking_id)],
    ]),
  )
}

/** Whether time alone hides prices. */
export async function hidesPrices(db: Db): Promise<boolean> {
  const rows = await db
    .selectFrom('programs')
    .select(['network', 'hide_price_hours', 'price_reason', 'disclosure', 'rules_read_on'])
    .execute()
  return rows.some((row) => limitsPrices(rulesOf(row.network, toStatedRules(row))))
}

export async function listPrograms(db: Db): Promise<Program[]> {
  const rows = await db
    .selectFrom('programs')
    .selectAll()
    .orderBy((eb) => eb('product_links', '+', eb.ref('post_links')), 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute()
  return withAssignments(db, rows)
}

export async function findProgram(db: Db, id: number): Promise<Program | undefined> {
  const rows = await db.selectFrom('programs').selectAll().where('id', '=', id).execute()
  return (await withAssignments(db, rows))[0]
}

export async function createProgram(db: Db, input: ProgramInput, now: string): Promise<Program> {
  await lockTable(db, 'programs')
  await checkRoom(db)
  const { id } = await db
    .insertInto('programs')
    // Without links there is nothing to recognise it by but its hosts; the key is its own.
    .values({
      network: 'generic',
      key: `own:${crypto.randomUUID()}`,
      ...toColumns({ ...input, givesTrackingIds: false }),
      ...toMailColumns(statedAnswer(input, 'generic', ''), 'generic', {
        present: { mailAnswer: '', mailAnsweredOn: '' },
        today: await dayOf(db, now),
      }),
      is_edited: true,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storeAssignments(db, id, input.assignments)
  return readProgram(db, id)
}

/** Throws if there are as many programs as there may be. */
export async function checkRoom(db: Db): Promise<void> {
  const { count } = await db
    .selectFrom('programs')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= PROGRAMS_MAX)
    throw new Rejection(`There are ${PROGRAMS_MAX} programs already. Please delete one that no link leads to.`)
}

/** Saves a program as its next version, unless nothing has changed; undefined if it does not exist. */
export async function saveProgram(
  db: Db,
  id: number,
  { input: wanted, version, now }: Change<ProgramInput>,
): Promise<Saved<Program> | undefined> {
  await lockTable(db, 'programs')
  const current = await findProgram(db, id)
  if (!current) return undefined
  if (version !== undefined && version !== current.version) return { row: current, isStale: true }
  const input = toAllowed(wanted, current)
  if (isDeepStrictEqual(toInput(current), input) && current.isEdited) return { row: current, isStale: false }
  await db
    .updateTable('programs')
    .set({
      ...toColumns(input),
      ...toMailColumns(input.mailAnswer, current.network, { present: current, today: await dayOf(db, now) }),
      is_edited: true,
      version: current.version + 1,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  await storeAssignments(db, id, input.assignments)
  return { row: await readProgram(db, id), isStale: false }
}

/** The day of a time in the site's time zone. */
export async function dayOf(db: Db, now: string): Promise<string> {
  return dayIn((await readSettings(db)).settings.timeZone, new Date(now))
}

const readProgram = async (db: Db, id: number) => (await findProgram(db, id))!

export async function deleteProgram(db: Db, id: number): Promise<void> {
  await db.deleteFrom('programs').where('id', '=', id).execute()
}

function toColumns(input: Omit<ProgramInput, 'mailAnswer' | 'replacesMailLinks'>) {
  return {
    name: input.name,
    advertiser: input.advertiser,
    hosts: JSON.stringify(input.hosts),
    tracking_ids: JSON.stringify(input.trackingIds),
    sub_id_parameter: input.subIdParameter,
    allows_sub_ids: input.allowsSubIds,
    currency: input.currency,
    disclosure: input.disclosure,
    hide_price_hours: input.hidePriceHours,
    price_reason: input.priceReason,
    rules_read_on: input.rulesReadOn,
    gives_tracking_ids: input.givesTrackingIds,
  }
}

/** Only Amazon's programs without codes give IDs, and only an ID that was given automatically stays automatic. */
function toAllowed({ replacesMailLinks, ...input }: ProgramInput, program: Program): StoredInput {
  const { network, assignments, mailAnswer } = program
  const given = new Set(
    assignments.flatMap((one) => (one.isAutomatic ? [`${one.kind} ${one.id} ${one.trackingId}`] : [])),
  )
  return {
    ...input,
    mailAnswer: statedAnswer({ ...input, replacesMailLinks }, network, mailAnswer),
    givesTrackingIds: input.givesTrackingIds && network === 'amazon' && !input.allowsSubIds,
    assignments: input.assignments.map((one) => ({
      ...one,
      isAutomatic: one.isAutomatic && given.has(`${one.kind} ${one.id} ${one.trackingId}`),
    })),
  }
}

type StoredInput = Omit<ProgramInput, 'mailAnswer' | 'replacesMailLinks'> & { mailAnswer: MailAnswer }

function toInput(program: Program): StoredInput {
  const {
    mailAnsweredOn: _a,
    replacesMailLinks: _r,
    id: _id,
    network: _network,
    productLinks: _p,
    postLinks: _q,
    isEdited: _e,
    version: _v,
    updatedAt: _u,
    ...input
  } = program
  return { ...input, assignments: input.assignments.map(({ name: _name, ...assignment }) => assignment) }
}

async function withAssignments(db: Db, rows: Row<'programs'>[]): Promise<Program[]> {
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const assignments = await listAssignments(db, ids)
  return rows.map((row) => ({
    id: row.id,
    network: row.network,
    name: row.name,
    advertiser: row.advertiser,
    hosts: parseList(row.hosts),
    trackingIds: parseList(row.tracking_ids),
    subIdParameter: row.sub_id_parameter,
    allowsSubIds: Boolean(row.allows_sub_ids),
    currency: row.currency,
    ...toStatedRules(row),
    ...toMailRule(row),
    mailAnsweredOn: row.mail_answered_on,
    givesTrackingIds: Boolean(row.gives_tracking_ids),
    assignments: assignments.get(row.id) ?? [],
    productLinks: row.product_links,
    postLinks: row.post_links,
    isEdited: Boolean(row.is_edited),
    version: row.version,
    updatedAt: row.updated_at,
  }))
}

type RuleColumns = 'hide_price_hours' | 'price_reason' | 'disclosure' | 'rules_read_on'

function toStatedRules(row: Pick<Row<'programs'>, RuleColumns>): StatedRules {
  return {
    hidePriceHours: row.hide_price_hours,
    priceReason: row.price_reason,
    disclosure: row.disclosure,
    rulesReadOn: row.rules_read_on,
  }
}

const parseList = (json: string) => JSON.parse(json) as string[]
