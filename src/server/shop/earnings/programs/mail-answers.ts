import type { NetworkName } from '../../../../contract/shop/networks.ts'
import { networkRules } from '../../../../contract/shop/program-rules.ts'
import type { MailAnswer, ProgramInput } from '../../../../contract/shop/programs.ts'
import type { Row } from '../../../platform/db/schema.ts'

/** Whether links may not stand in mails until the owner has a reply. */
const isForbiddenUnanswered = (network: NetworkName) => networkRules[network].mail === 'forbidden'

/**
 * The reply that belongs to a stored rule: an older version of the program, which knows no replies, may have written the
 * rule since.
 */
function answerOf(network: NetworkName, replaces: boolean, stored: MailAnswer): MailAnswer {
  if (replaces) return isForbiddenUnanswered(network) && stored !== 'forbidden' ? '' : 'forbidden'
  return isForbiddenUnanswered(network) || stored === 'allowed' ? 'allowed' : ''
}

export function toMailRule(row: Pick<Row<'programs'>, 'network' | 'replaces_mail_links' | 'mail_answer'>) {
  const replacesMailLinks = Boolean(row.replaces_mail_links)
  return { replacesMailLinks, mailAnswer: answerOf(row.network, replacesMailLinks, row.mail_answer) }
}

/** The reply that a request states; the present one where it says nothing. */
export function statedAnswer(
  { mailAnswer, replacesMailLinks }: Pick<ProgramInput, 'mailAnswer' | 'replacesMailLinks'>,
  network: NetworkName,
  present: MailAnswer,
): MailAnswer {
  if (mailAnswer !== undefined) return mailAnswer
  return replacesMailLinks === undefined ? present : answerOf(network, replacesMailLinks, present)
}

type Answered = { mailAnswer: MailAnswer; mailAnsweredOn: string }

/** The columns of a reply; its day stays where the reply does. */
export function toMailColumns(answer: MailAnswer, network: NetworkName, { present, today }: Stated) {
  const isSame = answer === present.mailAnswer
  return {
    replaces_mail_links: answer === 'forbidden' || (answer === '' && isForbiddenUnanswered(network)),
    mail_answer: answer,
    mail_answered_on: isSame ? present.mailAnsweredOn : answer && today,
  }
}

type Stated = { present: Answered; today: string }
