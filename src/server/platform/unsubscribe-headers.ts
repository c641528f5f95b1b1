/** One-click unsubscription (RFC 2369, RFC 8058), as headers for nodemailer. */
export function unsubscribeHeaders(url: string) {
  return {
    // Not folded: signatures of a folded header fail at some receivers.
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
