import * as contract from '../../../contract/automatic-letters.ts'
import { PostDraft } from '../../../contract/post-draft.ts'
import {
  findAutomaticLetter,
  findLetterOfDay,
  listAutomaticLetters,
  lockAutomaticLetters,
  makeAutomatic,
  switchOff,
  switchOn,
  writeDelay,
} from '../../audience/letters/automatic-letters.repo.ts'
import type { LetterSender } from '../../audience/letters/letter-sender.ts'
import { writeNewDraft } from '../../content/posts/post-drafts.repo.ts'
import { withTexts } from '../../content/posts/prepare-post.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { type CheckOptions, checkLetter } from './check-letter.ts'
import { type ComposeOptions, composeLetter } from './compose-letter.ts'

type AutomaticLetterOptions = ComposeOptions & CheckOptions & { sender: LetterSender }

export function automaticLetterRoutes(options: AutomaticLetterOptions) {
  const { sender } = options
  return [
    bind(contract.listAutomaticLetters, async ({ db }) => ({ body: await listAutomaticLetters(db) })),
    bind(contract.createAutomaticLetter, async ({ db, body, now }) => {
      await lockAutomaticLetters(db)
      if ((await listAutomaticLetters(db)).length >= contract.AUTOMATIC_LETTERS_MAX)
        throw new HttpError(409, `There can be ${contract.AUTOMATIC_LETTERS_MAX} automatic letters. Delete one first.`)
      const delayDays = body.kind === 'series' ? body.delayDays : 0
      // A draft without any text would not be kept in the trash.
      const title = body.kind === 'welcome' ? 'Welcome' : `Day ${delayDays}`
      const prepared = await withTexts(db, { ...PostDraft.parse({ title }), isFeatured: false, publishedAt: null })
      const { id } = await writeNewDraft(db, { prepared, kind: 'letter', key: undefined, now })
      await makeAutomatic(db, id, { kind: body.kind, delayDays })
      return { body: (await findAutomaticLetter(db, id))! }
    }),
    bind(contract.saveLetterDelay, async ({ db, params: { id }, body: { delayDays }, now }) => {
      await lockAutomaticLetters(db)
      const letter = await findAutomaticLetter(db, id)
      if (!letter) return undefined
      if (letter.kind === 'welcome')
        throw new HttpError(409, 'The welcome letter is sent right after the confirmation.')
      if (letter.state !== 'off') await refuseTakenDay(db, { ...letter, delayDays })
      await writeDelay(db, id, delayDays, now)
      return { body: (await findAutomaticLetter(db, id))!, subject: letter.subject }
    }),
    bindStaged(contract.switchLetterOn, async ({ db, params, now, transact }) => {
      const { id } = params
      if (!(await findAutomaticLetter(db, id))) return undefined
      const composed = await composeLetter(db, id, { ...options, now: new Date(now) })
      if (!composed) return undefined
      const error = (await checkLetter(db, composed, options)).find(({ result }) => result === 'error')
      if (error) throw new HttpError(409, error.text)
      return transact({ params }, async (transaction) => {
        await lockAutomaticLetters(transaction)
        const letter = await findAutomaticLetter(transaction, id)
        if (!letter) return undefined
        await refuseTakenDay(transaction, letter)
        if (!(await switchOn(transaction, id, composed.content, now)))
          throw new HttpError(409, 'This letter was changed just now. Please look at it again.')
        const body = (await findAutomaticLetter(transaction, id))!
        return { body, subject: letter.subject, afterCommit: sender.wake }
      })
    }),
    bind(contract.switchLetterOff, async ({ db, params: { id }, now }) => {
      await lockAutomaticLetters(db)
      if (!(await findAutomaticLetter(db, id))) return undefined
      await switchOff(db, id, now)
      const body = (await findAutomaticLetter(db, id))!
      return { body, subject: body.subject }
    }),
  ]
}

/** A subscriber gets one automatic letter a day at most. */
async function refuseTakenDay(db: Db, { id, delayDays }: { id: number; delayDays: number }): Promise<void> {
  const other = await findLetterOfDay(db, delayDays, id)
  if (other === undefined) return
  const day = delayDays === 0 ? 'as the welcome' : `on day ${delayDays}`
  throw new HttpError(409, `“${other || 'Another letter'}” is sent ${day} already. Switch it off first.`)
}
