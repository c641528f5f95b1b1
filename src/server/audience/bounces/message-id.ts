/** The recipient of a newsletter that a Message-ID names: `<newsletter-{newsletter}-{recipient}.{random}@{domain}>`. */
export function newsletterRecipientOf(messageId: string | undefined): number | undefined {
  const [, id] = /(?:^|[<\s])newsletter-\d{1,10}-(\d{1,10})\.[^@>\s]{1,100}@/.exec(messageId ?? '') ?? []
  const recipient = Number(id)
  return id !== undefined && recipient <= 2_147_483_647 ? recipient : undefined
}
