import type { MailAnswer, Program } from '../../../../contract/shop/programs.ts'
import { recogniseLink } from '../../../../contract/shop/recognise-link.ts'
import { lockTable } from '../../../platform/db/advisory-lock.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { findProgram, insertFoundProgram, listOwnedHosts, saveMailAnswer } from './programs.repo.ts'
import { createProgramCollector } from './recognise-programs.ts'

type Statement = { url: string; answer: Exclude<MailAnswer, ''> }

/** Stores what the program of a link says about links in mails; the program may be found only tonight. */
export async function stateMailRule(db: Db, { url, answer }: Statement, now: string): Promise<Program> {
  await lockTable(db, 'programs')
  const id = await ensureProgram(db, url, now)
  if (id === undefined) throw new HttpError(422, 'No program is known by this link.')
  await saveMailAnswer(db, id, answer, now)
  return (await findProgram(db, id))!
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
  return found && found.network !== 'generic' ? insertFoundProgram(db, { ...found, post_links: 0 }, now) : undefined
}
