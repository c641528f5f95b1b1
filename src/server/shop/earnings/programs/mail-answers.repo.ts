import type { MailAnswer, Program } from '../../../../contract/shop/programs.ts'
import { recogniseLink } from '../../../../contract/shop/recognise-link.ts'
import { lockTable } from '../../../platform/db/advisory-lock.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { insertFoundProgram } from './found-programs.repo.ts'
import { toMailColumns } from './mail-answers.ts'
import { checkRoom, dayOf, findProgram, listOwnedHosts } from './programs.repo.ts'
import { createProgramCollector } from './recognise-programs.ts'

type Statement = { url: string; answer: Exclude<MailAnswer, ''> }

/**
 * Stores what the program of a link says about links in mails; the program may be found only tonight. Undefined if none is
 * known by the link.
 */
export async function stateMailRule(db: Db, { url, answer }: Statement, now: string): Promise<Program | undefined> {
  await lockTable(db, 'programs')
  const id = await ensureProgram(db, url, now)
  if (id === undefined) return undefined
  await saveMailAnswer(db, id, answer, now)
  return findProgram(db, id)
}

async function ensureProgram(db: Db, url: string, now: string): Promise<number | undefined> {
  const owned = await listOwnedHosts(db)
  const collector = createProgramCollector(owned)
  collector.addPostLink(url, 0, false)
  const [found] = collector.programs()
  const owner = owned.get(recogniseLink(url)?.host.replace(/^www\./, '') ?? '')
  const { network, key } = found ?? owner ?? {}
  if (network === undefined || key === undefined) return undefined
  const known = await db
    .selectFrom('programs')
    .select('id')
    .where('network', '=', network)
    .where('key', '=', key)
    .executeTakeFirst()
  if (known) return known.id
  if (!found || found.network === 'generic') return undefined
  await checkRoom(db)
  return insertFoundProgram(db, { ...found, post_links: 0 }, now)
}

/** Stores what a program says about links in mails, which its links do not tell, and leaves the rest to them. */
async function saveMailAnswer(db: Db, id: number, answer: MailAnswer, now: string): Promise<void> {
  const present = (await findProgram(db, id))!
  if (present.mailAnswer === answer) return
  await db
    .updateTable('programs')
    .set({
      ...toMailColumns(answer, present.network, { present, today: await dayOf(db, now) }),
      version: present.version + 1,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}
