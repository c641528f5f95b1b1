/** The recipient of a letter that a Message-ID names: `<letter-{letter}-{recipient}.{random}@{domain}>`. */
export function letterRecipientOf(messageId: string | undefined): number | undefined {
  const [, id] = /(?:^|[<\s])letter-\d{1,10}-(\d{1,10})\.[^@>\s]{1,100}@/.exec(messageId ?? '') ?? []
  const recipient = Number(id)
  return id !== undefined && recipient <= 2_147_483_647 ? recipient : undefined
}
